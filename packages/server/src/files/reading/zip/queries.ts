import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { inRoot } from '../../../platform/db/statements.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { EntryRow } from '../../../records/entries.ts'

interface After {
  rootId: RootId
  parentId: ParentId
  nameKey: string
  limit: number
}
/** Items of a folder that are not deleted themselves, in the order of their names, from behind a name on. */
export const listLiveAfter = prepared<After, EntryRow>((db, $) =>
  db
    .selectFrom('entry')
    .selectAll()
    .where('root_id', '=', $('rootId'))
    .where('parent_id', '=', $('parentId'))
    .where('deleted_at', 'is', null)
    .where('name_key', '>', $('nameKey'))
    .orderBy('name_key')
    .limit($('limit'))
    .compile(),
)

/** Those of the items named that lie directly in a folder and are not deleted themselves, in the order of their names. */
export const listNamedChildren = (
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  ids: readonly EntryId[],
): Promise<EntryRow[]> =>
  db
    .selectFrom('entry')
    .selectAll()
    .where('id', 'in', ids)
    .where(inRoot(db, rootId))
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .execute()
