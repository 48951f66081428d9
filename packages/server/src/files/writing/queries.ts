import type { RootId } from '@holdfast/api/ids'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { EntryRow } from '../../records/entries.ts'

/** The live items of a folder that have some of these names. */
export const listByName = (
  db: Db,
  { rootId, parentId }: { rootId: RootId; parentId: ParentId },
  keys: readonly string[],
): Promise<EntryRow[]> =>
  inBatches(keys, (batch) =>
    db
      .selectFrom('entry')
      .selectAll()
      .where('root_id', '=', rootId)
      .where('parent_id', '=', parentId)
      .where('name_key', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
