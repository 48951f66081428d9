import type { Permission } from '@holdfast/api/files/files'
import type { Revision } from '@holdfast/api/files/revisions'
import type { RevisionId } from '@holdfast/api/ids'
import { authorizeEntry, type EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { getRevisionOf, type RevisionRow } from '../../records/revisions.ts'
import { revisionView } from './view.ts'

export async function getRevision(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  id: RevisionId,
): Promise<Revision> {
  const { revision } = await authorizeRevision(ctx.db.read, who, path, id, 'FILE_VIEW')
  return revisionView(path.rootId, revision)
}

/** The revision must be one of the file that the path says, else `not_found`. */
export async function authorizeRevision(
  db: Db,
  who: Principal,
  path: EntryAddress,
  id: RevisionId,
  permission: Permission,
): Promise<EntryAccess & { revision: RevisionRow }> {
  const file = await authorizeEntry(db, who, path, permission)
  return { ...file, revision: await getRevisionOf(db, file.entry, id) }
}
