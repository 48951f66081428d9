import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import { readContent } from '../content/read-content.ts'
import type { Ctx } from '../context.ts'
import { findRevision } from './queries.ts'
import { pathOf } from './view.ts'

/** A file's content, ready to be read from anywhere in it. */
export interface OpenFile {
  name: string
  size: number
  modified: Instant
  /** Changes exactly when the bytes do. */
  contentId: string
  /** To be called when bytes from the first one on go out. */
  begun(): void
  read(start: number, end: number): AsyncGenerator<Buffer>
}

export async function openFile(
  ctx: Ctx,
  who: Principal,
  { rootId, fileId: entryId }: { rootId: RootId; fileId: EntryId },
  purpose: 'download' | 'view',
): Promise<OpenFile> {
  const db = ctx.db.read
  const { entry, root, ancestors } = await authorizeEntry(
    db,
    who,
    { rootId, entryId, kind: 'file' },
    'FILE_READ',
  )
  const revision = await findRevision(db, entry.revision_id as RevisionId)
  if (!revision) throw new Error(`File ${entry.id} has no revision`)
  return {
    name: entry.name,
    size: revision.size,
    modified: revision.modified_at,
    contentId: revision.content.toString('hex'),
    begun() {
      if (purpose === 'download')
        ctx.downloads.add(who, { root, path: `${pathOf(ancestors)}/${entry.name}` }, ctx.now())
    },
    read: (start, end) => readContent(db, ctx.blobs, revision.id, start, end),
  }
}
