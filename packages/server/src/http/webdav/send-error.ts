import type { ErrorCode } from '@holdfast/api/errors'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { ClientGoneError } from '../exchange/body.ts'
import { noteDenial } from '../exchange/denials.ts'
import { dropContentHeaders, toldAs } from '../exchange/error-handler.ts'
import type { Reply, Request } from '../exchange/server.ts'
import { DavError } from './request/dav-error.ts'
import { escapeXml, XML_HEAD, XML_TYPE } from './xml/write-xml.ts'

/** Where WebDAV has another status than the API. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid_extension: 415,
  ver_conflict: 412,
  resource_locked: 423,
  root_deleted: 404,
  checksum_mismatch: 400,
  missing_chunks: 503,
}

/** Programs look at the ends of these names, and people see the message beside them. */
const EXCEPTIONS: Record<number, string> = {
  400: 'BadRequest',
  401: 'NotAuthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  412: 'PreconditionFailed',
  415: 'UnsupportedMediaType',
  423: 'Locked',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
}

export const SIGN_IN = 'Basic realm="Holdfast", charset="UTF-8"'

/** Answers what went wrong as programs that speak WebDAV read it. */
export function sendDavError(ctx: Ctx, error: unknown, req: Request, reply: Reply): void {
  if (error instanceof ClientGoneError) {
    reply.hijack()
    reply.raw.destroy()
    return
  }
  const refusal = error instanceof DavError ? error : fromApi(ctx, req, reply, toldAs(error, req, ctx))
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value)
  const exception = exceptionOf(error, refusal.status)
  const message = refusal.status === 304 ? '' : refusal.message
  reply
    .code(refusal.status)
    .header('content-type', XML_TYPE)
    .send(
      `${XML_HEAD}<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">${refusal.condition}` +
        `<s:exception>${exception}</s:exception><s:message>${escapeXml(message)}</s:message></d:error>`,
    )
}

function fromApi(ctx: Ctx, req: Request, reply: Reply, told: ApiError): DavError {
  dropContentHeaders(reply, told)
  noteDenial(ctx, req, told)
  const status = statusOf(told)
  const condition = status === 423 ? '<d:lock-token-submitted/>' : ''
  return new DavError(status, told.message, condition, {
    ...(status === 401 && { 'www-authenticate': SIGN_IN }),
    ...(status === 503 && { 'retry-after': String(told.retryAfter ?? 5) }),
  })
}

function statusOf({ code, status, extra }: ApiError): number {
  // A file that is too large by the policy is refused for what it is; else there is no room for it.
  if (code === 'policy_error') return extra?.max_file_size === undefined ? 507 : 415
  return STATUS[code] ?? status
}

function exceptionOf(error: unknown, status: number): string {
  const isName = error instanceof ApiError && ['invalid_name', 'name_too_long'].includes(error.code)
  return isName
    ? 'OCA\\DAV\\Connector\\Sabre\\Exception\\InvalidPath'
    : `Sabre\\DAV\\Exception\\${EXCEPTIONS[status] ?? 'BadRequest'}`
}
