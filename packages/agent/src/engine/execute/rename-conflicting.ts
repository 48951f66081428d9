import { formatUtc } from '@holdfast/api/time'
import { conflictName } from '../../core/conflict-name.ts'
import type { LocalEntry } from '../../core/local-tree.ts'
import type { Engine } from '../engine.ts'

/** A local item makes room for one of the service that has its name, and becomes one of its own. */
export async function renameConflicting(
  { state, disk, clock, settings }: Engine,
  local: LocalEntry,
): Promise<void> {
  const { trees } = state
  if (trees.local.get(local.id) !== local) return
  const folder = trees.local.wayTo(local.parentId)
  if (!folder) return
  const date = formatUtc(clock.now()).slice(0, 10)
  const { machine } = settings()
  const name = freeName((number) => conflictName({ ...local, machine, date }, number))
  const { id, rawName, stamp } = local
  const result = await disk.move({ id, rawName, stamp, folder }, folder, name)
  state.toScan.add(local.parentId)
  if (typeof result === 'string') return
  await disk.flush(folder)
  state.noteMove(local, { parentId: local.parentId, name, stamp: result.stamp })

  function freeName(numbered: (number: number) => string): string {
    const row = trees.links.ofLocal(local.parentId)?.rowId
    for (let number = 1; ; number++) {
      const candidate = numbered(number)
      const isTaken =
        trees.local.named(local.parentId, candidate).length > 0 ||
        (row !== undefined && trees.remote.named(row, candidate) !== undefined)
      if (!isTaken) return candidate
    }
  }
}
