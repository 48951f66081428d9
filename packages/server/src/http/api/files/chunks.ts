import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/files/chunks'
import type { ParamsOf } from '@holdfast/api/operation'
import { MINUTE_MS, parseUtc } from '@holdfast/api/time'
import { missing, refuse } from '../../../errors.ts'
import { commitChunks } from '../../../files/chunks/commit-chunks.ts'
import { findMissingChunks } from '../../../files/chunks/find-missing-chunks.ts'
import { listRevisionChunks } from '../../../files/chunks/list-revision-chunks.ts'
import { openChunk } from '../../../files/chunks/open-chunk.ts'
import { putChunk } from '../../../files/chunks/put-chunk.ts'
import { putChunks } from '../../../files/chunks/put-chunks.ts'
import type { Destination } from '../../../files/writing/commit-file.ts'
import { sendFile } from '../../exchange/download.ts'
import { incomingBytes } from '../../exchange/incoming-bytes.ts'
import { filePath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

/** Enough for a chunk on a slow line; memory is held for it meanwhile. */
const CHUNK_MS = 5 * MINUTE_MS

export const chunkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.findMissingChunks, async ({ who, params }) => ({
    missing: await findMissingChunks(ctx, who, params.root_id, params.chunks),
  }))
  route(app, ctx, api.putChunk, async ({ who, params, req, reply }) => {
    const incoming = incomingBytes({ req: req.raw, res: reply.raw }, CHUNK_MS)
    await putChunk(ctx, who, { rootId: params.root_id, sha256: params.sha256 }, incoming)
    return OK
  })
  route(app, ctx, api.putChunks, async ({ who, params, req, reply }) => {
    const incoming = incomingBytes({ req: req.raw, res: reply.raw }, CHUNK_MS)
    return { refused: await putChunks(ctx, who, params.root_id, incoming) }
  })
  route(app, ctx, api.getChunk, async ({ who, params, req, reply }) => {
    const chunk = await openChunk(ctx, who, { rootId: params.root_id, sha256: params.sha256 })
    return sendFile(req, reply, chunk, 'attachment')
  })
  route(app, ctx, api.listRevisionChunks, ({ who, params }) =>
    listRevisionChunks(ctx, who, filePath(params), params.revision_id, params),
  )
  route(app, ctx, api.commitChunks, ({ who, params }) =>
    commitChunks(ctx, who, destinationOf(params), {
      name: params.name,
      chunks: params.chunks,
      size: params.size,
      created: params.created === undefined ? undefined : parseUtc(params.created),
      modified: params.modified === undefined ? undefined : parseUtc(params.modified),
      clientOp: params.client_op,
    }),
  )
})

const ONE_PLACE = 'send either folder_id and name, or file_id'

function destinationOf(params: ParamsOf<typeof api.commitChunks>): Destination {
  const { root_id: rootId, folder_id: folderId, file_id: fileId, on_conflict, if_ver: ifVer } = params
  if (folderId === undefined && fileId === undefined) missing('folder_id', ONE_PLACE)
  if (folderId !== undefined && fileId !== undefined) refuse('file_id', ONE_PLACE)
  if (fileId !== undefined) return { rootId, fileId, ifVer }
  return { rootId, folderId: folderId ?? 0, onConflict: on_conflict ?? 'error' } as Destination
}
