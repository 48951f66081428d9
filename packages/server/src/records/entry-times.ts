import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import type { EntryRow } from './entries.ts'

/** Another time of change, of the file and of the revision that it has: nothing else becomes another. */
export async function updateTime(
  tx: Tx,
  { root_id, id, revision_id }: Pick<EntryRow, 'root_id' | 'id' | 'revision_id'>,
  time: Pick<EntryRow, 'modified_at' | 'seq' | 'changed_at'>,
): Promise<EntryRow> {
  await tx
    .updateTable('revision')
    .set({ modified_at: time.modified_at })
    .where('root_id', '=', root_id)
    .where('id', '=', revision_id)
    .execute()
  return tx
    .updateTable('entry')
    .set({ ...time, ver: sql`ver + 1` })
    .where('root_id', '=', root_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
