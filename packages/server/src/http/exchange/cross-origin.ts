import type { Ctx } from '../../platform/context.ts'
import { isWebOrigin, isWebOriginOf } from '../../sign-in/applications/web-origins.ts'
import { bearerToken, isForeign } from './caller.ts'
import type { App, Reply, Request } from './server.ts'

const API = '/api/2/'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Range, If-Range, If-Match, If-None-Match, If-Modified-Since, Last-Event-ID, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Checksum',
  'access-control-max-age': '600',
}

/** Beside those that every page may read. */
const EXPOSED =
  'Content-Disposition, Content-Range, Accept-Ranges, ETag, Location, Retry-After, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Expires, X-Request-Id'

/**
 * Pages of other sites read answers of the API where the application whose token they send has registered their site.
 * Never by a cookie: browsers send none, since credentials are not allowed, and none would count.
 */
export function allowWebOrigins(app: App, ctx: Ctx): void {
  app.addHook('onRequest', (req, reply, done) => {
    const { origin } = req.headers
    if (origin === undefined || !req.raw.url?.startsWith(API) || !isForeign(req, ctx.config.baseUrl))
      return done()
    const asked = isPreflight(req) ? answerPreflight(ctx, reply, origin) : allow(ctx, req, reply, origin)
    // Without a word about it the browser refuses, which is right for a database that cannot be asked.
    void asked.catch(() => false).then((answered) => answered || done())
  })
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Browsers ask before they send a token, so nobody knows yet whose it is. True where that was answered. */
async function answerPreflight(ctx: Ctx, reply: Reply, origin: string): Promise<boolean> {
  if (!(await isWebOrigin(ctx.db.read, origin))) return false
  reply.headers({ ...PREFLIGHT, 'access-control-allow-origin': origin, vary: 'Origin' })
  reply.code(204).send()
  return true
}

async function allow(ctx: Ctx, req: Request, reply: Reply, origin: string): Promise<false> {
  const token = bearerToken(req)
  if (token !== undefined && (await isWebOriginOf(ctx.db.read, token, origin)))
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
      vary: 'Origin',
    })
  return false
}
