import type { listRevisionChunks as contract } from '@holdfast/api/files/chunks'
import type { RevisionId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { listChunksFrom } from '../../records/revisions.ts'
import { authorizeRevision } from '../revisions/get-revision.ts'

export async function listRevisionChunks(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  id: RevisionId,
  { from, limit }: { from: number; limit: number },
): Promise<ResultOf<typeof contract>> {
  const { revision } = await authorizeRevision(ctx.db.read, who, path, id, 'FILE_READ')
  const rows = await listChunksFrom(ctx.db.read, path.rootId, id, from, limit + 1)
  const [beyond] = rows.splice(limit)
  return {
    size: revision.size,
    content: revision.content.toString('hex'),
    chunks: rows.map(({ sha256, size }) => ({ sha256: sha256.toString('hex'), size })),
    next: beyond?.position ?? null,
  }
}
