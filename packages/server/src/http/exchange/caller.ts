import { askedBy } from '../../platform/basics/asking.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { authenticate, authenticateBrowser } from '../../sign-in/oauth/authenticate.ts'
import { readCookie, SESSION_COOKIE } from './cookies.ts'
import { rememberCaller } from './denials.ts'
import type { Request } from './server.ts'

/** Who asks: by bearer token, else by the cookie of a web session. */
export async function accountOf(ctx: Ctx, req: Request): Promise<AccountPrincipal> {
  const who = await findOut(ctx, req)
  rememberCaller(req, who)
  askedBy(who.organizationId)
  return who
}

function findOut(ctx: Ctx, req: Request): Promise<AccountPrincipal> {
  const cookie = sessionCookie(req)
  if (cookie === undefined) return authenticate(ctx, bearerToken(req))
  return authenticateBrowser(ctx, {
    cookie,
    changes: req.method !== 'GET' && req.method !== 'HEAD',
    csrfToken: headerOf(req, 'x-csrf-token'),
    foreign: isForeign(req, ctx.config.baseUrl),
  })
}

/** The cookie that a request is judged by. Beside an Authorization header it means nothing. */
export const sessionCookie = (req: Request): string | undefined =>
  req.headers.authorization === undefined ? readCookie(req, SESSION_COOKIE) : undefined

export const isAnonymous = (req: Request): boolean =>
  req.headers.authorization === undefined && sessionCookie(req) === undefined

export function bearerToken(req: Pick<Request, 'headers'>): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(req.headers.authorization ?? '')?.[1]
}

const headerOf = (req: Request, name: string): string | undefined => {
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
