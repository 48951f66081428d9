import type { Reply } from '../../exchange/server.ts'
import type { Page } from './page-frame.ts'

/** A page for people. Like all answers it is kept by nobody, found by no search and passed on to no other site. */
export function sendPage(reply: Reply, page: Page): Reply {
  if (page.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  return reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('vary', 'Accept-Language')
    .header('x-frame-options', 'DENY')
    .header('content-security-policy', page.csp)
    .send(page.html)
}
