import type { Op, Plan } from './ops.ts'
import { isSwapName, swapName } from './swap-name.ts'
import type { Trees } from './trees.ts'

/**
 * Where nothing can be done because all wait for each other's places, one item is put aside under a name of its own. One
 * that is aside already would be no progress.
 */
export function breakCycle(
  { remote, local: disk }: Trees,
  { ops, waits }: Pick<Plan, 'ops' | 'waits'>,
): Op | undefined {
  if (ops.length > 0 || waits.some(({ wait }) => wait === 'look')) return undefined
  for (const wait of waits)
    if (wait.wait === 'aside_remotely' && !isSwapName(wait.row.name, wait.row.id)) {
      const { link, row, local, folder, localFolder } = wait
      const name = swapName(row.id, (taken) => remote.named(folder, taken) !== undefined)
      return { op: 'place', link, row, local, folder, localFolder, name }
    }
  for (const wait of waits)
    if (wait.wait === 'aside_locally' && !isSwapName(wait.local.name, wait.local.id)) {
      const { link, local, folder } = wait
      const name = swapName(local.id, (taken) => disk.named(folder, taken).length > 0)
      return { op: 'move', link, local, folder, name, row: undefined }
    }
  return undefined
}
