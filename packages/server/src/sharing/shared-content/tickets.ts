import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { LinkRow } from '../../records/links.ts'

const LIFETIME_MS = 12 * HOUR_MS

/**
 * Shows that someone gave the password of a link. Signed with what the password is stored as, so that nothing is kept
 * of it, and another password ends it.
 */
export function newTicket(link: LinkRow, now: Instant): { ticket: string; until: Instant } {
  const until = now + LIFETIME_MS
  return { ticket: `${until}.${signatureOf(link, String(until))}`, until }
}

const signatureOf = ({ id, password_hash }: LinkRow, until: string): string =>
  createHmac('sha256', password_hash ?? '')
    .update(`link ${id} until ${until}`)
    .digest('base64url')

export function isTicket(link: LinkRow, ticket: string | undefined, now: Instant): boolean {
  const [until = '', signature = ''] = ticket?.split('.') ?? []
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(link, until))]
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > now
}

/** Throws for whoever has not given the password of a link that has one. */
export function checkTicket(link: LinkRow, ticket: string | undefined, now: Instant): void {
  if (link.password_hash !== null && !isTicket(link, ticket, now))
    fail('forbidden', 'The link asks for a password: its «open» gives a ticket for that.', {
      password_required: true,
    })
}
