import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { inBatches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { valueRows } from '../platform/db/value-rows.ts'
import { ANCESTOR, type Ancestor, type EntryRow } from './entries.ts'

export const listEntries = (db: Db, rootId: RootId, ids: readonly EntryId[]): Promise<EntryRow[]> =>
  inBatches(ids, (batch) =>
    db.selectFrom('entry').selectAll().where('root_id', '=', rootId).where('id', 'in', batch).execute(),
  )

/** What tells the folders above each of some items, outermost first, as `listAncestors` does. Each folder is read once. */
export async function waysTo(
  db: Db,
  rootId: RootId,
  items: readonly Pick<EntryRow, 'parent_id'>[],
): Promise<(item: Pick<EntryRow, 'parent_id'>) => Ancestor[]> {
  const parents = [...new Set(items.map(({ parent_id }) => parent_id))].filter((id) => id !== 0)
  const folders = await inBatches(parents, async (batch) => {
    const { rows } = await sql<Ancestor>`
      with recursive parents (id) as (${valueRows(
        ['bigint'],
        batch.map((id) => [id]),
      )}),
      above (id) as (
        select id from parents
        union
        select e.parent_id from above cross join entry e
        where e.root_id = ${rootId} and e.id = above.id and e.parent_id <> 0
      )
      select ${ANCESTOR} from above cross join entry e
      where e.root_id = ${rootId} and e.id = above.id`.execute(db)
    return rows
  })
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return ({ parent_id }) => {
    const way: Ancestor[] = []
    for (let id = parent_id; id !== 0; ) {
      const folder = byId.get(id)
      if (!folder) break
      way.unshift(folder)
      id = folder.parent_id
    }
    return way
  }
}
