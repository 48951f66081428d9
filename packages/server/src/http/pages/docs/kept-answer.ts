import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { acceptedCoding } from '../../exchange/accepted-coding.ts'
import type { Reply, Request } from '../../exchange/server.ts'

/** The same for everybody, as long as the service runs. */
export interface KeptText {
  type: string
  text: string
  headers?: Record<string, string>
}

/** Without the text itself, which is twenty times as large: the few who cannot read it compressed have it unpacked. */
interface Kept {
  type: string
  headers: Record<string, string>
  gzip: Buffer
  br: Buffer
}

/** Gives a handler that makes its answer once, compresses it once, and sends it only to those who do not have it yet. */
export function keptAnswer(make: () => KeptText): (req: Request, reply: Reply) => Promise<Reply> {
  let made: Promise<Kept> | undefined
  return async (req, reply) => {
    made ??= compressed(make())
    const { type, headers, ...encodings } = await made
    reply.type(type).headers(headers)
    if (req.headers['if-none-match']?.includes(headers.etag ?? '')) return reply.code(304).send()
    const coding = acceptedCoding(req)
    if (!coding) return reply.send(await promisify(gunzip)(encodings.gzip))
    return reply.header('content-encoding', coding).send(encodings[coding])
  }
}

async function compressed({ type, text, headers }: KeptText): Promise<Kept> {
  const bytes = Buffer.from(text)
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
    type,
    // Weak: it names the text, not the bytes of one of its encodings.
    headers: { ...headers, etag: `W/"${hash}"`, vary: 'accept-encoding', 'cache-control': 'no-cache' },
    gzip: gz,
    br,
  }
}
