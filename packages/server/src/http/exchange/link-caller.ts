import type { AccountPrincipal } from '../../platform/principal.ts'
import type { LinkCaller } from '../../sharing/shared-content/visit.ts'
import { readCookie } from './cookies.ts'
import type { Request } from './server.ts'

/** The browser's way to show that the password of a link was given. */
export const ticketCookie = (linkId: number): string => `__Host-holdfast-link-${linkId}`

/** By which a browser that sends files to a request is known again. */
export const senderCookie = (linkId: number): string => `__Host-holdfast-sender-${linkId}`

export const linkCallerOf = (req: Request, account: AccountPrincipal | undefined): LinkCaller => ({
  account,
  address: req.ip,
  userAgent: req.headers['user-agent'] ?? '',
  ticket: (linkId) => {
    const header = req.headers['x-link-ticket']
    return typeof header === 'string' ? header : readCookie(req, ticketCookie(linkId))
  },
  sender: (linkId) => {
    const header = req.headers['x-request-sender']
    return typeof header === 'string' ? header : readCookie(req, senderCookie(linkId))
  },
})
