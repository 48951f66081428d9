import { readCookie, SESSION_COOKIE } from './cookies.ts'
import type { Request } from './server.ts'

/** The cookie that a request is judged by. Beside an Authorization header it means nothing. */
export const sessionCookie = (req: Request): string | undefined =>
  req.headers.authorization === undefined ? readCookie(req, SESSION_COOKIE) : undefined

export const isAnonymous = (req: Request): boolean =>
  req.headers.authorization === undefined && sessionCookie(req) === undefined

export function bearerToken(req: Pick<Request, 'headers'>): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(req.headers.authorization ?? '')?.[1]
}

/** RFC 7617: in UTF-8, as our challenge says; what is none is a name that nobody has. */
export function basicCredentials(
  req: Pick<Request, 'headers'>,
): { name: string; password: string } | undefined {
  const [, encoded] = /^Basic +([\w+/-]+=*) *$/i.exec(req.headers.authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon < 0 || pair.includes('\0')
    ? undefined
    : { name: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

export const headerOf = (req: Request, name: string): string | undefined => {
  const value = req.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Browsers say where a request came from. `none` is the person itself, or an extension it trusts. */
export function isForeign(req: Request, baseUrl: string | undefined): boolean {
  const site = headerOf(req, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = headerOf(req, 'origin')
  if (origin === undefined) return false
  return origin !== (baseUrl === undefined ? `https://${req.headers.host}` : new URL(baseUrl).origin)
}
