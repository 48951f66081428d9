import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Reply, Request } from '../../exchange/server.ts'

/** The same for everybody, as long as the service runs. */
export interface KeptText {
  type: string
  text: string
  headers?: Record<string, string>
}

interface Kept extends KeptText {
  etag: string
  encodings: { name: string; bytes: Buffer }[]
}

/** Gives a handler that makes its answer once, compresses it once, and sends it only to those who do not have it yet. */
export function keptAnswer(make: () => KeptText): (req: Request, reply: Reply) => Promise<Reply> {
  let made: Promise<Kept> | undefined
  return async (req, reply) => {
    made ??= compressed(make())
    const { type, text, headers = {}, etag, encodings } = await made
    reply.type(type).headers({ ...headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (req.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const encoding = encodings.find(({ name }) => takes(req.headers['accept-encoding'] ?? '', name))
    return encoding ? reply.header('content-encoding', encoding.name).send(encoding.bytes) : reply.send(text)
  }
}

async function compressed(kept: KeptText): Promise<Kept> {
  const bytes = Buffer.from(kept.text)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // The best one takes seconds, for a few kilobytes less.
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return {
    ...kept,
    // Weak: it names the text, not the bytes of one of its encodings.
    etag: `W/"${hash}"`,
    encodings: [
      { name: 'br', bytes: br },
      { name: 'gzip', bytes: gz },
    ],
  }
}

/** Whether Accept-Encoding names it, and not only to refuse it. */
const takes = (accepted: string, name: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*q=/))
    .some(([coding, weight = '1']) => coding === name && Number(weight) > 0)
