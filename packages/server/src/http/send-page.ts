import type { Page } from '../pages/page-frame.ts'
import type { Reply } from './server.ts'

/** A page whose address holds a token: it must not be passed on to wherever people go next, nor be found by search. */
export const sendPage = (reply: Reply, page: Page): Reply =>
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('x-frame-options', 'DENY')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('content-security-policy', page.csp)
    .send(page.html)

/** A value of a form, empty if it is not a single piece of text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed() ? value : ''
