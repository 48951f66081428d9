import type { App } from './server.ts'

export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  // Anyone who knows the address of a share link can open it: it must not get to other sites, nor be found by them.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  // Answers are about one caller; nobody else may be handed them.
  'cache-control': 'private, no-store',
}

/** On every answer, errors included; a route may set its own value instead. */
export function setSecurityHeaders(app: App): void {
  app.addHook('onRequest', (req, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', req.id)
    done()
  })
}
