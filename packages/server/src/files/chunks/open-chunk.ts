import type { RootId } from '@holdfast/api/ids'
import { authorizeRoot } from '../../access/authorize.ts'
import { noSuch } from '../../errors.ts'
import { readChunk } from '../../platform/content/read-content.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import type { OpenFile } from '../reading/open-file.ts'
import { hashNamed } from './authorize-chunks.ts'
import { findReferredChunk } from './queries.ts'

/** A chunk of some revision of the root. Knowing a hash gives no right to what it names elsewhere. */
export async function openChunk(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; sha256: string },
): Promise<OpenFile> {
  await authorizeRoot(ctx.db.read, who, path.rootId, 'FILE_READ')
  const sha256 = hashNamed(path.sha256)
  const chunk =
    (await findReferredChunk(ctx.db.read, { rootId: path.rootId, sha256 })) ?? noSuch('chunk with this hash')
  const name = sha256.toString('hex')
  return {
    name,
    size: chunk.size,
    modified: undefined,
    contentId: name,
    // A part of a file, for a client that puts it together: not a download that someone asked for.
    begun() {},
    read: (start, end) => readChunk(ctx.blobs, { ...chunk, position: 0 }, start, end),
  }
}
