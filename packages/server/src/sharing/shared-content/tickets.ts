import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LinkRow } from '../../records/links.ts'

const LIFETIME_MS = 12 * HOUR_MS

/**
 * Shows that someone gave the password of a link. Signed together with what the password is stored as, so that nothing
 * is kept of it, and another password ends it.
 */
export function newTicket(ctx: Ctx, link: LinkRow, now: Instant): { ticket: string; until: Instant } {
  const until = now + LIFETIME_MS
  return { ticket: `${until}.${signatureOf(ctx, link, String(until))}`, until }
}

const signatureOf = ({ db }: Ctx, { id, password_hash }: LinkRow, until: string): string =>
  createHmac('sha256', db.keys.derived('link ticket'))
    .update(`link ${id} until ${until} ${password_hash}`)
    .digest('base64url')

function isTicket(ctx: Ctx, link: LinkRow, ticket: string | undefined, now: Instant): boolean {
  const [until = '', signature = ''] = ticket?.split('.') ?? []
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(ctx, link, until))]
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > now
}

/** Throws for anyone who has not given the password of a link that has one. */
export function checkTicket(ctx: Ctx, link: LinkRow, ticket: string | undefined, now: Instant): void {
  if (link.password_hash !== null && !isTicket(ctx, link, ticket, now))
    fail(
      'forbidden',
      'This link is protected by a password. Send the password to get a ticket (open_sharelink).',
      {
        password_required: true,
      },
    )
}
