import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { RootRow } from '../../records/roots.ts'
import { sendMail } from '../../records/send-mail.ts'
import type { ExternalRow } from '../../records/shares.ts'
import { changeExternals, listExternals, listPersonsToInvite, takeLetter } from './invitation-queries.ts'
import type { SubscriberLists } from './read-lists.ts'

/** Nobody elsewhere has this address, as far as the answer says. */
class Uninvitable extends ApiError {
  constructor(email: string) {
    const error_reason = `${email} has no account in another organization`
    super('invalid_request', 'Invalid value for parameter: external_subscribers', { error_reason })
  }
}
export const isUninvitable = (error: unknown): boolean => error instanceof Uninvitable

/** However often someone is taken off the list and put on it again, the mails are no more than this lets through. */
const LETTER_PAUSE_MS = HOUR_MS

/**
 * Replaces the external subscribers of a share. New ones, and those who had declined, are invited by mail; anyone who has
 * accepted or is still asked stays so, with the role that is given now.
 */
export async function setExternals(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  share: RootRow,
  list: SubscriberLists['externals'],
  at: Instant,
): Promise<{ subscribed: string[]; unsubscribed: string[] }> {
  if (!list) return { subscribed: [], unsubscribed: [] }
  const keys = list.map(({ key }) => key)
  // Before any row of the share: closing an account takes these in the same order.
  const persons = await listPersonsToInvite(tx, share.organization_id, keys)
  const byKey = new Map(persons.map((person) => [person.email_key, person]))
  const before = new Map((await listExternals(tx, share.id)).map((row) => [row.person_id, row]))
  const put: ExternalRow[] = []
  const subscribed: string[] = []
  const organizationId = share.organization_id
  for (const { email, key, role } of list) {
    // One answer for all that cannot be invited: it tells nothing about who has an account.
    const person = byKey.get(key)
    if (!person) throw new Uninvitable(email)
    const known = before.get(person.id)
    before.delete(person.id)
    const stays = known !== undefined && known.status !== 'declined'
    if (stays && known.role === role) continue
    subscribed.push(`${person.email} as ${role}`)
    if (stays) {
      const { email: _, active: __, ...row } = known
      put.push({ ...row, role })
      continue
    }
    put.push({
      root_id: share.id,
      person_id: person.id,
      role,
      status: 'invited',
      inviter: who.name,
      invited_at: at,
      answered_at: null,
    })
    const mail = { root_id: share.id, person_id: person.id, sent_at: at }
    if (!(await takeLetter(tx, mail, LETTER_PAUSE_MS))) continue
    const data = { name: person.first_name, inviter: who.name, share: share.name }
    const { email: to } = person
    await sendMail(ctx, tx, { organizationId, to, by: who.personId, kind: 'share_invitation', data }, at)
  }
  const removed = [...before.values()]
  await changeExternals(tx, share.id, { removed: removed.map(({ person_id }) => person_id), put })
  return { subscribed, unsubscribed: removed.map(({ email }) => email) }
}
