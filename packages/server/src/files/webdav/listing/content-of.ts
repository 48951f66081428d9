import type { Db } from '../../../platform/db/database.ts'
import type { EntryRow } from '../../../records/entries.ts'
import { findRevision } from '../../../records/revisions.ts'

/** What names the bytes that a file has now; folders have none. */
export async function contentIdOf(
  db: Db,
  { root_id, revision_id }: Pick<EntryRow, 'root_id' | 'revision_id'>,
): Promise<Buffer | undefined> {
  return revision_id === null ? undefined : (await findRevision(db, root_id, revision_id))?.content
}
