import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry, type EntryAccess } from '../../access/authorize.ts'
import { checkPreviews } from '../../access/previews.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { fail } from '../../errors.ts'
import { ReusedMemory, readContent } from '../../platform/content/read-content.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { findRevision, type RevisionRow } from '../../records/revisions.ts'
import { pathOf } from '../basics/view.ts'
import { authorizeRevision } from '../revisions/get-revision.ts'

/** A file's content, ready to be read from anywhere in it. */
export interface OpenFile {
  name: string
  size: number
  modified: Instant | undefined
  /** Changes exactly when the bytes do. */
  contentId: string
  /** The caller may look at it in the browser, and not save it. */
  onlyToShow?: boolean
  /** To be called before bytes go out; may refuse. */
  begun(part: SentPart): Promise<void> | void
  /** A piece is good until the next one is asked for. */
  read(start: number, end: number): AsyncGenerator<Buffer>
}

/** One that is in a root. */
export interface OpenEntry extends OpenFile {
  path: string
  revisionId: RevisionId
}

/** From which byte on; `ranged` where the caller asked for a part. */
export interface SentPart {
  start: number
  ranged: boolean
}

/** Downloads are put on record each; what is shown or read by parts once a day. */
export type ReadingPurpose = 'download' | 'view'

export async function openFile(
  ctx: Ctx,
  who: Principal,
  { rootId, fileId: entryId }: { rootId: RootId; fileId: EntryId },
  purpose: ReadingPurpose,
): Promise<OpenEntry> {
  const db = ctx.db.read
  const permission = purpose === 'view' ? 'FILE_PREVIEW' : 'FILE_READ'
  const file = await authorizeEntry(db, who, { rootId, entryId, kind: 'file' }, permission)
  if (purpose === 'view') await checkPreviews(db, file.root)
  const revision = await findRevision(db, rootId, file.entry.revision_id as RevisionId)
  if (!revision) throw new Error(`File ${file.entry.id} has no revision`)
  return openContent(ctx, who, { ...file, revision }, purpose)
}

/** As `openFile`, for an earlier content, which is not for those who may only look. */
export async function openRevision(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  id: RevisionId,
  purpose: ReadingPurpose,
): Promise<OpenEntry> {
  const db = ctx.db.read
  const permission = purpose === 'view' ? 'FILE_PREVIEW' : 'FILE_READ'
  const revision = await authorizeRevision(db, who, path, id, permission)
  if (id !== revision.entry.revision_id && !revision.permissions.has('FILE_READ')) fail('forbidden')
  if (purpose === 'view') await checkPreviews(db, revision.root)
  return openContent(ctx, who, revision, purpose)
}

/** Of a file and a revision that the caller was allowed to reach. */
export function openContent(
  ctx: Ctx,
  who: Principal,
  { root, entry, ancestors, revision, permissions }: EntryAccess & { revision: RevisionRow },
  purpose: ReadingPurpose,
): OpenEntry {
  const path = `${pathOf(ancestors)}/${entry.name}`
  return {
    name: entry.name,
    path,
    size: revision.size,
    modified: revision.modified_at,
    revisionId: revision.id,
    contentId: revision.content.toString('hex'),
    onlyToShow: !permissions.has('FILE_READ'),
    begun({ start }) {
      const at = ctx.now()
      const first = ctx.downloads.isFirstReading(who, entry.id, at)
      // What follows the first bytes is mostly the rest of the same download.
      if (purpose === 'download' && start === 0) ctx.downloads.add(who, { root, path }, at)
      else if (first) ctx.downloads.addReading(who, { root, path }, at)
    },
    read: (start, end) => readContent(ctx.content, revision, start, end, new ReusedMemory(end - start)),
  }
}
