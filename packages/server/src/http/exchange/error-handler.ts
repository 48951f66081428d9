import type { AnyOperation } from '@holdfast/api/operation'
import { ApiError } from '../../errors.ts'
import { describeConflict } from '../../files/basics/describe-conflict.ts'
import { logFailure, outageOf } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import { NameTaken } from '../../records/name-taken.ts'
import { alertStorageFull } from '../../records/storage-alert.ts'
import { ClientGoneError } from './body.ts'
import { callerIn, noteDenial } from './denials.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import type { App, Reply, Request } from './server.ts'

/** Shows an error as a page, to who asked for a page; tells whether it did. */
export type ShowError = (req: Request, reply: Reply, error: ApiError) => boolean

/** The only place that writes error bodies for routes. Whatever is no ApiError is logged and answered `unknown`. */
export function handleErrors(app: App, ctx: Ctx, show: ShowError): void {
  app.setErrorHandler((error, req, reply) => {
    if (error instanceof ClientGoneError) {
      reply.hijack()
      reply.raw.destroy()
      return
    }
    const told = toldAs(error, req, ctx)
    noteDenial(ctx, req, told)
    if (!(told instanceof NameTaken)) return sendError(req, reply, told, show)
    return withConflict(ctx, req, told).then((more) => sendError(req, reply, more, show))
  })
}

/** Says what has the name, which is looked up only when the change that wanted it is undone. */
async function withConflict(ctx: Ctx, req: Request, error: NameTaken): Promise<ApiError> {
  const who = callerIn(req)
  if (!who) return error
  // The refusal itself is what counts: where more cannot be found out, it stands alone.
  const conflict = await describeConflict(ctx.db.read, who, error.place).catch(() => undefined)
  return conflict ? new ApiError(error.code, error.description, { ...error.extra, conflict }) : error
}

/** What the caller is told of anything that was thrown; what is a failure of ours is logged. */
export function toldAs(error: unknown, req: Request, ctx: Ctx): ApiError {
  if (error instanceof ApiError) return error
  // Fastify's own complaints about a request (a bad length, an undecodable path) are the caller's fault.
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 400 && status < 500) return new ApiError('invalid_request', 'The request is malformed.')
  logFailure(ctx.log, error, 'a request failed unexpectedly', { reqId: req.id })
  const outage = outageOf(error)
  if (outage?.isFull) void alertStorageFull(ctx, outage)
  if (outage) return outage.told
  return new ApiError('unknown', `Something went wrong on the server. Error ID: ${req.id}`)
}

/** What describes a file's bytes and not the error that is sent in their place. */
const OF_CONTENT = ['content-length', 'content-disposition', 'etag', 'last-modified', 'accept-ranges']

/** For an answer that takes the place of a file's bytes. */
export function dropContentHeaders(reply: Reply, error: ApiError): void {
  // A range that cannot be had is answered with the length that there is.
  for (const name of error.status === 416 ? OF_CONTENT : [...OF_CONTENT, 'content-range']) {
    reply.removeHeader(name)
    // A stream that fails at its first byte has passed its headers on already.
    reply.raw.removeHeader(name)
  }
}

function sendError(req: Request, reply: Reply, error: ApiError, show?: ShowError): void {
  dropContentHeaders(reply, error)
  if (error.status === 401 && error.code === 'access_denied') reply.header('www-authenticate', 'Bearer')
  // RFC 6749, 5.2: a client that presented itself by this header is answered in kind.
  if (error.code === 'invalid_client' && req.headers.authorization) reply.header('www-authenticate', 'Basic')
  if (error.status === 503 && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(error.retryAfter ?? 5))
  if (show?.(req, reply, error)) return
  reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(error.body))
}

/** For what the router itself cannot read, such as a path that is not valid UTF-8: no hook has run for it. */
export function refuseMalformed(req: Request, reply: Reply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', req.id)
  sendError(req, reply, new ApiError('invalid_request', 'The request is malformed.'))
}

/** Something that is served and is no operation: a page for people, or a protocol of its own. The path is a pattern. */
export interface PageRoute {
  method: AnyOperation['method'] | 'PATCH' | 'HEAD' | 'OPTIONS'
  path: string
}

/** Unknown paths are 404, known ones under another method 405 with what they do allow. */
export function handleUnknown(
  app: App,
  operations: readonly AnyOperation[],
  pages: readonly PageRoute[],
  show: ShowError,
): void {
  const known = [
    ...operations.map((op) => ({ method: op.method, pattern: patternOf(op) })),
    ...pages.map(({ method, path }) => ({ method, pattern: new RegExp(`^${path}$`) })),
  ]
  app.setNotFoundHandler((req, reply) => {
    // With or without a slash at its end, as the router has it.
    const path = req.raw.url?.split('?', 1)[0]?.replace(/\/$/, '') ?? ''
    const allowed = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length === 0) return sendError(req, reply, new ApiError('not_found'), show)
    const methods = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
    reply.header('allow', methods.join(', '))
    sendError(req, reply, new ApiError('method_not_allowed', `Use ${methods.join(' or ')} here.`), show)
  })
}

/** Ids are digits; what can be named in other ways as well is anything but a slash. */
function patternOf({ path, params }: AnyOperation): RegExp {
  const parts = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    (params.properties[name] as { type?: string } | undefined)?.type === 'integer' ? '\\d+' : '[^/]+',
  )
  return new RegExp(`^${parts}$`)
}
