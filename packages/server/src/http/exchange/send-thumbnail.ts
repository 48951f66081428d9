import { Readable } from 'node:stream'
import type { OpenThumbnail } from '../../files/reading/open-thumbnail.ts'
import { KEPT, matchesCached, SANDBOX } from './download.ts'
import type { Reply, Request } from './server.ts'

/** What may have changed is asked for again, which costs little. */
const ASKED_AGAIN = { ...KEPT, 'cache-control': 'private, no-cache' }

/** Answers with a small picture; `kept`: its address never means another one. */
export async function sendThumbnail(
  req: Request,
  reply: Reply,
  thumbnail: OpenThumbnail,
  kept: boolean,
): Promise<Reply> {
  const etag = `"${thumbnail.id}"`
  reply.headers({ etag, 'content-security-policy': SANDBOX, ...(kept ? KEPT : ASKED_AGAIN) })
  if (matchesCached(req, etag, undefined)) return reply.code(304).send()
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const bytes = await thumbnail.read(gone.signal)
  reply.headers({ 'content-type': 'image/webp', 'content-length': bytes.length })
  return reply.send(req.method === 'HEAD' ? Readable.from([]) : bytes)
}
