import type { Reply, Request } from './server.ts'

/** `__Host-`: browsers take it over TLS only, from this host only, for all of it. */
export const SESSION_COOKIE = '__Host-holdfast'
export const FORM_COOKIE = '__Host-holdfast-form'

export function readCookie(req: Request, name: string): string | undefined {
  for (const pair of req.headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined
  }
  return undefined
}

/** Out of reach for scripts, and not sent along with what other sites start. */
export const setCookie = (reply: Reply, name: string, value: string, maxAgeSeconds: number): Reply =>
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`,
  )

export const clearCookie = (reply: Reply, name: string): Reply => setCookie(reply, name, '', 0)
