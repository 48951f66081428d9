import type { RootId } from '@holdfast/api/ids'
import { authorizeRoot } from '../../access/authorize.ts'
import { noSuch } from '../../errors.ts'
import { readChunk } from '../../platform/content/read-content.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'
import type { Principal } from '../../platform/principal.ts'
import { findEntry, listAncestors } from '../../records/entries.ts'
import { findFileWith } from '../../records/revisions.ts'
import type { RootRow } from '../../records/roots.ts'
import { pathOf } from '../basics/view.ts'
import type { OpenFile } from '../reading/open-file.ts'
import { hashNamed } from './authorize-chunks.ts'
import { findReferredChunk } from './queries.ts'

/** A chunk of some revision of the root. Knowing a hash gives no right to what it names elsewhere. */
export async function openChunk(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; sha256: string },
): Promise<OpenFile> {
  const { root } = await authorizeRoot(ctx.db.read, who, path.rootId, 'FILE_READ')
  const sha256 = hashNamed(path.sha256)
  const chunk =
    (await findReferredChunk(ctx.db.read, { rootId: path.rootId, sha256 })) ?? noSuch('chunk with this hash')
  const name = sha256.toString('hex')
  return {
    name,
    size: chunk.size,
    modified: undefined,
    contentId: name,
    begun: () => recordReading(ctx, who, root, chunk.id),
    read: (start, end) => readChunk(ctx.content, chunk, start, end),
  }
}

/** A part of a file, for a client that puts it together: no download that someone asked for, but the file is read. */
async function recordReading(ctx: Ctx, who: Principal, root: RootRow, chunkId: ChunkId): Promise<void> {
  const at = ctx.now()
  const found = await findFileWith(ctx.db.read, root.id, chunkId)
  if (!found || !ctx.downloads.isFirstReading(who, found.entry_id, at)) return
  const entry = await findEntry(ctx.db.read, root.id, found.entry_id)
  if (!entry) return
  const path = `${pathOf(await listAncestors(ctx.db.read, entry))}/${entry.name}`
  ctx.downloads.addReading(who, { root, path }, at)
}
