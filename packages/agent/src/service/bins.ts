import { formatUtc } from '@holdfast/api/time'
import { TRASH } from '../words/commands.ts'
import type { KeptRoots } from './kept-roots.ts'
import type { BinView } from './methods.ts'
import type { RunningRoot } from './running-root.ts'
import { UserError } from './user-error.ts'

/** What was removed or replaced in the folders of all roots. Each has the number of its root in its id. */
export async function listBins(roots: readonly RunningRoot[]): Promise<BinView[]> {
  const found = roots.map(async ({ wanted: { rootId, folder }, disk }) =>
    (await disk.listBin()).map(({ key, from, at, size }) => ({
      id: `${rootId}/${key}`,
      rootId,
      path: `${folder}/${from}`,
      size,
      removed: formatUtc(at),
    })),
  )
  return (await Promise.all(found)).flat()
}

/** Gives the path that it has now. */
export async function bringBack(roots: KeptRoots, id: string): Promise<string> {
  const [root = '', key = ''] = id.split('/')
  const { disk, wanted } = roots.findRunning(root)
  const now = await disk.bringBack(key)
  if (now === undefined) throw new UserError(TRASH.noItem(id))
  return `${wanted.folder}/${now}`
}

/** Gives how many are gone. */
export async function emptyBins(roots: readonly RunningRoot[]): Promise<number> {
  const items = await listBins(roots)
  for (const { disk } of roots) await disk.clearBin()
  return items.length
}
