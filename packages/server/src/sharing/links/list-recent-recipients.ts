import type { PersonId } from '@holdfast/api/ids'
import { MOST_RECIPIENTS, type Recipient } from '@holdfast/api/sharing/recipients'
import { checkIsSelf } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findGroup } from '../../records/groups.ts'
import { displayName, findPerson, type PersonRow } from '../../records/people.ts'
import { listNewestRecipients, type RecipientRow } from './queries.ts'
import { isKnownTo } from './view.ts'

/** Looked through: whoever shares much with the same few has them among these. */
const NEWEST = { links: 50, recipients: 100 }

/** Those whom someone shared with last. It is nobody else's business, and tells no more than the links themselves. */
export async function listRecentRecipients(
  ctx: Ctx,
  who: PersonPrincipal,
  id: PersonId,
): Promise<{ results: Recipient[] }> {
  const db = ctx.db.read
  await checkIsSelf(db, who, id)
  const self = await findPerson(db, id)
  const found = new Map<string, Recipient>()
  for (const row of self ? await listNewestRecipients(db, id, NEWEST) : []) {
    if (found.size === MOST_RECIPIENTS) break
    const recipient = self && (await recipientView(db, self, row))
    if (!recipient) continue
    const key = recipient.email?.toLowerCase() ?? `group ${recipient.id}`
    if (!found.has(key)) found.set(key, recipient)
  }
  return { results: [...found.values()] }
}

async function recipientView(
  db: Db,
  self: PersonRow,
  { person_id, group_id, email }: RecipientRow,
): Promise<Recipient | undefined> {
  const type = 'recipient'
  if (email !== null) return { type, recipient_type: 'email', id: null, name: email, email }
  if (group_id !== null) {
    const group = await findGroup(db, group_id)
    if (group?.organization_id !== self.organization_id) return undefined
    return { type, recipient_type: 'group', id: group.id, name: group.name, email: null }
  }
  const person = person_id === null ? undefined : await findPerson(db, person_id)
  if (!person || person.deleted_at !== null || person.active === 0) return undefined
  const address = person.email
  if (!isKnownTo(self, person))
    return { type, recipient_type: 'email', id: null, name: address, email: address }
  const recipient_type = person.guest ? 'guest' : 'person'
  return { type, recipient_type, id: person.id, name: displayName(person), email: address }
}
