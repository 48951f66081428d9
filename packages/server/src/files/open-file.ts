import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import { readContent } from '../content/read-content.ts'
import type { Ctx } from '../context.ts'
import { authorizeRevision } from '../revisions/get-revision.ts'
import { findRevision, type RevisionRow } from '../revisions/queries.ts'
import type { EntryPath } from './changeable.ts'
import type { EntryRow } from './queries.ts'

/** A file's content, ready to be read from anywhere in it. */
export interface OpenFile {
  name: string
  size: number
  modified: Instant | undefined
  /** Changes exactly when the bytes do. */
  contentId: string
  read(start: number, end: number): AsyncGenerator<Buffer>
}

export async function openFile(
  ctx: Ctx,
  who: Principal,
  { rootId, fileId: entryId }: { rootId: RootId; fileId: EntryId },
): Promise<OpenFile> {
  const db = ctx.db.read
  const { entry } = await authorizeEntry(db, who, { rootId, entryId, kind: 'file' }, 'FILE_READ')
  const revision = await findRevision(db, entry.revision_id as RevisionId)
  if (!revision) throw new Error(`File ${entry.id} has no revision`)
  return openContent(ctx, entry, revision)
}

/** As `openFile`, for an earlier content. */
export async function openRevision(
  ctx: Ctx,
  who: Principal,
  path: EntryPath,
  id: RevisionId,
): Promise<OpenFile> {
  const { entry, revision } = await authorizeRevision(ctx.db.read, who, path, id, 'FILE_READ')
  return openContent(ctx, entry, revision)
}

const openContent = ({ db, blobs }: Ctx, { name }: EntryRow, revision: RevisionRow): OpenFile => ({
  name,
  size: revision.size,
  modified: revision.modified_at,
  contentId: revision.content.toString('hex'),
  read: (start, end) => readContent(db.read, blobs, revision.id, start, end),
})
