import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import {
  hasProperties,
  listProperties,
  listPropertiesOf,
  type PropertyPlace,
  type PropertyRow,
} from './queries.ts'

/** What programs keep with an item, or with the top of a root. */
export const propertiesOf = (db: Db, place: PropertyPlace): Promise<PropertyRow[]> =>
  listProperties(db, place)

/** The same for many items of a root, by their ids. */
export async function propertiesOfMany(
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<ParentId, PropertyRow[]>> {
  // Few programs keep any: one look at an index spares one for each item.
  if (!(await hasProperties(db, { rootId }))) return new Map()
  return Map.groupBy(await listPropertiesOf(db, rootId, ids), ({ entry_id }) => entry_id)
}
