import * as api from '@holdfast/api/files/uploads'
import { formatHttpDate } from '@holdfast/api/time'
import { fail } from '../../../errors.ts'
import { appendUpload, createUploadWith } from '../../../files/uploads/append-upload.ts'
import { createUpload } from '../../../files/uploads/create-upload.ts'
import { listUploads } from '../../../files/uploads/list-uploads.ts'
import { deleteUpload, getUpload } from '../../../files/uploads/own-upload.ts'
import type { UploadRow } from '../../../files/uploads/queries.ts'
import {
  CHECKSUMS,
  checksumIn,
  countIn,
  lengthIn,
  newUploadIn,
  OFFSET_TYPE,
  TUS_EXTENSIONS,
  TUS_VERSION,
} from '../../../files/uploads/tus-headers.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { getPolicy } from '../../../records/policy.ts'
import { admitPerson } from '../../exchange/admit-caller.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import { incomingBytes } from '../../exchange/incoming-bytes.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Reply, Request } from '../../exchange/server.ts'

const MIB = 1024 * 1024
const ONE = `${api.UPLOADS_PATH}/[^/]+`
/** What is served here, for answers to other methods. */
export const UPLOADS_SERVED: readonly PageRoute[] = [
  { method: 'POST', path: api.UPLOADS_PATH },
  { method: 'OPTIONS', path: api.UPLOADS_PATH },
  { method: 'HEAD', path: ONE },
  { method: 'PATCH', path: ONE },
  { method: 'DELETE', path: ONE },
  { method: 'OPTIONS', path: ONE },
]

/** tus 1.0 (https://tus.io/protocols/resumable-upload). Refusals are answered as everywhere, where it has no status for them. */
export const uploadRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listUploads, ({ who }) => listUploads(ctx, who))
  const one = `${api.UPLOADS_PATH}/:key`
  // An upload that was cut off by the end of the server still gets its last bytes stored, and is released.
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    await Promise.allSettled(underWay)
  })
  const watched = (work: Promise<Reply>): Promise<Reply> => {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }
  const patch = handler(ctx, 'append_upload', (who, req, reply) => watched(answerPatch(ctx, who, req, reply)))
  const remove = handler(ctx, 'delete_upload', async (who, req, reply) => {
    await deleteUpload(ctx, who, keyOf(req))
    return reply.code(204).send()
  })
  app.post(
    api.UPLOADS_PATH,
    handler(ctx, 'create_upload', (who, req, reply) => watched(answerPost(ctx, who, req, reply))),
  )
  app.head(
    one,
    handler(ctx, 'get_upload', async (who, req, reply) => {
      describe(reply, await getUpload(ctx, who, keyOf(req)))
      return reply.code(200).send()
    }),
  )
  app.patch(one, patch)
  app.delete(one, remove)
  // For clients that cannot send every method, as the protocol demands.
  app.post(one, (req, reply) => {
    const meant = { PATCH: patch, DELETE: remove }[header(req, 'x-http-method-override')?.toUpperCase() ?? '']
    return meant ? meant(req, reply) : fail('method_not_allowed', 'Use HEAD, PATCH or DELETE here.')
  })
  for (const path of [api.UPLOADS_PATH, one])
    app.options(path, (req, reply) => answerOptions(ctx, req, reply))
})

type Handler = (req: Request, reply: Reply) => Promise<Reply>

/** Says which version is spoken, whatever the answer, and knows who asks before it looks at anything. */
const handler =
  (
    ctx: Ctx,
    name: string,
    handle: (who: PersonPrincipal, req: Request, reply: Reply) => Promise<Reply>,
  ): Handler =>
  async (req, reply) => {
    reply.header('tus-resumable', TUS_VERSION)
    const who = await admitPerson(ctx, req, name)
    if (header(req, 'tus-resumable') !== TUS_VERSION) {
      reply.header('tus-version', TUS_VERSION)
      fail('tus_version_unsupported')
    }
    return handle(who, req, reply)
  }

async function answerPost(ctx: Ctx, who: PersonPrincipal, req: Request, reply: Reply): Promise<Reply> {
  const length = lengthIn(header(req, 'upload-length'), header(req, 'upload-defer-length'))
  const given = newUploadIn(header(req, 'upload-metadata'), length)
  const withBytes = isOffsetStream(req)
  // Nothing more will be sent of a file without bytes.
  const upload =
    withBytes || length === 0
      ? await createUploadWith(ctx, who, given, bodyOf(req, reply))
      : await createUpload(ctx, who, given)
  if (withBytes || length === 0) describe(reply, upload)
  else expires(reply, upload)
  return reply.code(201).header('location', `${api.UPLOADS_PATH}/${upload.key}`).send()
}

async function answerPatch(ctx: Ctx, who: PersonPrincipal, req: Request, reply: Reply): Promise<Reply> {
  if (!isOffsetStream(req)) fail('unsupported_media_type', `Send the bytes as ${OFFSET_TYPE}.`)
  const offset =
    countIn('Upload-Offset', header(req, 'upload-offset')) ??
    fail('invalid_request', 'The header Upload-Offset is missing.')
  const length = countIn('Upload-Length', header(req, 'upload-length'))
  const upload = await appendUpload(ctx, who, keyOf(req), { offset, length, ...bodyOf(req, reply) })
  describe(reply, upload)
  return reply.code(204).send()
}

/** For the caller; how large a file may be depends on who that is. */
async function answerOptions(ctx: Ctx, req: Request, reply: Reply): Promise<Reply> {
  if (req.headers.authorization !== undefined) {
    const { organizationId } = await admitPerson(ctx, req, 'get_upload_options')
    const { max_file_size } = await getPolicy(ctx.db.read, organizationId)
    reply.header('tus-max-size', max_file_size * MIB)
  }
  return reply
    .code(204)
    .headers({
      'tus-resumable': TUS_VERSION,
      'tus-version': TUS_VERSION,
      'tus-extension': TUS_EXTENSIONS,
      'tus-checksum-algorithm': CHECKSUMS.join(','),
    })
    .send()
}

/** How far it is, and what came of it. */
function describe(reply: Reply, upload: UploadRow): void {
  const { received, length, metadata, entry_id, revision_id } = upload
  reply.header('upload-offset', received)
  if (length === null) reply.header('upload-defer-length', '1')
  else reply.header('upload-length', length)
  if (metadata !== '') reply.header('upload-metadata', metadata)
  if (entry_id !== null && revision_id !== null)
    reply.headers({ 'holdfast-file-id': entry_id, 'holdfast-revision-id': revision_id })
  expires(reply, upload)
}

const expires = (reply: Reply, { expires_at }: UploadRow): Reply =>
  reply.header('upload-expires', formatHttpDate(expires_at))

const bodyOf = (req: Request, reply: Reply) => ({
  checksum: checksumIn(header(req, 'upload-checksum')),
  incoming: incomingBytes({ req: req.raw, res: reply.raw }),
})

const keyOf = (req: Request): string => (req.params as { key: string }).key
const isOffsetStream = (req: Request): boolean =>
  header(req, 'content-type')?.split(';')[0]?.trim().toLowerCase() === OFFSET_TYPE
const header = (req: Request, name: string): string | undefined => {
  const value = req.headers[name]
  return typeof value === 'string' ? value : undefined
}
