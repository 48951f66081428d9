import type { EntryId, RootId } from '@holdfast/api/ids'
import { refuse } from '../../errors.ts'
import { waysThen } from '../../files/history/paths.ts'
import type { Db } from '../../platform/db/database.ts'
import { findLastRun } from './queries.ts'

/** Refuses a folder that a backup did not have then, or does not have as it was last made. */
export async function checkFolderThen(
  db: Db,
  rootId: RootId,
  folderId: EntryId | undefined,
  seqThen: number | undefined,
): Promise<void> {
  if (folderId === undefined) return
  const seq = seqThen ?? (await findLastRun(db, rootId)) ?? 0
  const place = { parentId: folderId, seq }
  const { folders, deleted } = (await waysThen(db, rootId, [place]))(place)
  if (folders.length === 0 || deleted) refuse('folder_id', 'no folder of the backup at that time')
}
