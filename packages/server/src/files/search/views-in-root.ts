import type { Item } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import type { EntryRow } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { itemView } from '../basics/view.ts'
import { placesAmong } from './places.ts'
import { readWithFolders } from './queries.ts'

/** Those of some items of a root that are live, with their rows, in the same order. */
export async function viewsInRoot(
  ctx: Ctx,
  root: RootRow,
  ids: readonly EntryId[],
): Promise<{ row: EntryRow; view: Item }[]> {
  const rows = await readWithFolders(ctx.db.read, root.id, ids)
  const placeOf = placesAmong(root, rows, ctx.now())
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.deleted_at !== null) return []
    const { path, deleted, shown } = placeOf(row.parent_id)
    return deleted ? [] : [{ row, view: itemView(row, path, false, shown) }]
  })
}
