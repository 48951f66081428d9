import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { inBatches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import type { ParentId } from '../platform/db/tables/files.ts'

/** The folders in these folders that have no mark of their own: no files are looked at, however many there are. */
export const listSubfolders = (
  db: Db,
  rootId: RootId,
  parentIds: readonly EntryId[],
): Promise<{ id: EntryId; parent_id: ParentId }[]> =>
  inBatches(parentIds, (batch) =>
    db
      .selectFrom('entry')
      .select(['id', 'parent_id'])
      .where('root_id', '=', rootId)
      .where('parent_id', 'in', batch)
      // Written out: the index has folders alone.
      .where('kind', '=', sql.lit('folder' as const))
      .where('deleted_at', 'is', null)
      .execute(),
  )
