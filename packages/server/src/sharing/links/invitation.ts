import type { Instant } from '@holdfast/api/time'
import { inspectLink, isOver, type LinkAccess } from '../../access/links.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findSubscriberByHash } from '../../records/link-hashes.ts'
import { findLink, type SubscriberRow } from '../../records/links.ts'
import { findPerson, findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { wasMailedJustNow } from '../../sign-in/password-reset/mailed-token.ts'
import { choosesPassword, tellSubscriber } from './tell-subscriber.ts'

/** A link that works, for a guest who has no password of its own to open it by yet. */
export interface Invitation extends Pick<LinkAccess, 'link' | 'creator' | 'shared'> {
  guest: PersonRow
  subscriber: SubscriberRow
}

/** Whom the hash of a subscriber invites, if it still waits for that. */
export async function findInvitation(db: Db, hash: string, now: Instant): Promise<Invitation | undefined> {
  const subscriber = await findSubscriberByHash(db, { hash })
  const guest = subscriber && (await findAccountOf(db, subscriber))
  if (!subscriber || !guest?.active || !choosesPassword(guest, subscriber)) return undefined
  const link = await findLink(db, subscriber.link_id)
  const found = link && !isOver(link, now) ? await inspectLink(db, link, now) : undefined
  return link && found && { link, ...found, guest, subscriber }
}

async function findAccountOf(db: Db, { person_id, email }: SubscriberRow): Promise<PersonRow | undefined> {
  if (person_id !== null) return findPerson(db, person_id)
  return email === null ? undefined : findPersonByEmail(db, email)
}

/** Mails an invitation again, to the address it went to before. Who asks cannot tell whether that was done. */
export const inviteAgain = (ctx: Ctx, hash: string): Promise<void> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const found = await findInvitation(tx, hash, at)
    if (!found || (await wasMailedJustNow(tx, found.guest.id, at))) return
    const { creator, link, subscriber } = found
    await tellSubscriber(ctx, tx, { sender: creator, link, at }, subscriber, undefined)
  })
