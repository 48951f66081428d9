import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { fail } from '../../../errors.ts'
import { acceptedCoding } from '../../exchange/accepted-coding.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import type { App, Reply, Request } from '../../exchange/server.ts'
import { findManualFile, type ManualFile, readManualFile } from './manual-files.ts'

const PATH = '/docs'
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Nothing from elsewhere, nothing inline, and no text becomes markup or a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export const MANUAL_PAGES: readonly PageRoute[] = [PATH, `${PATH}/.+`].map((path) => ({
  method: 'GET',
  path,
}))

/**
 * The documentation of this version, for everybody: it holds no secrets. The database is not asked, so that whoever repairs
 * it can read on.
 */
export function manualRoutes(app: App): void {
  for (const path of [PATH, `${PATH}/*`]) app.get(path, (req, reply) => send(req, reply))
}

async function send(req: Request, reply: Reply): Promise<Reply> {
  const address = req.url.split('?', 1)[0]?.replace(/\/$/, '') ?? ''
  const { file, isThere } = findManualFile(address) ?? fail('not_found', 'The documentation was not built.')
  reply.code(isThere ? 200 : 404).type(file.type)
  if (file.type.startsWith('text/html'))
    reply.header('content-security-policy', POLICY).header('x-frame-options', 'DENY')
  if (isThere) {
    // Weak: it names the text, not the bytes of one of its encodings.
    reply.header('etag', `W/"${file.hash}"`)
    reply.header('cache-control', file.isFixed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    if (req.headers['if-none-match']?.includes(file.hash)) return reply.code(304).send()
  }
  return sendBytes(req, reply, file)
}

async function sendBytes(req: Request, reply: Reply, file: ManualFile): Promise<Reply> {
  if (!file.isText) return reply.send(await readManualFile(file, ''))
  reply.header('vary', 'accept-encoding')
  const coding = acceptedCoding(req)
  if (!coding) return reply.send(await promisify(gunzip)(await readManualFile(file, '.gz')))
  return reply
    .header('content-encoding', coding)
    .send(await readManualFile(file, coding === 'br' ? '.br' : '.gz'))
}
