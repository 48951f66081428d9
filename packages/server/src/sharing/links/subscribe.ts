import type { GroupId, GuestId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { givesUpAddress } from '../../access/addresses.ts'
import type { EntryAccess } from '../../access/authorize.ts'
import { needsLogin } from '../../access/links.ts'
import { checkEmail } from '../../accounts/organizations/settings.ts'
import { createPerson } from '../../accounts/people/create-person.ts'
import { noSuch } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Flag } from '../../platform/db/tables/columns.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findGroup } from '../../records/groups.ts'
import { insertSubscriber, type LinkRow, type SubscriberRow } from '../../records/links.ts'
import { findPerson, findPersonByEmail, isUnprovenGuest, type PersonRow } from '../../records/people.ts'
import { newHash } from './hash.ts'
import { tellAs } from './tell-subscriber.ts'

/** Whom a link is shared with, as a caller names them. */
export type Invited =
  | { email: string }
  | { type: 'person' | 'guest' | 'group'; id: PersonId | GuestId | GroupId }

export interface Subscription {
  who: PersonPrincipal
  link: LinkRow
  shared: Pick<EntryAccess, 'root' | 'entry' | 'ancestors'>
  at: Instant
}

/** Shares a link with someone more. The caller holds the link. */
export async function subscribe(
  ctx: Ctx,
  tx: Tx,
  { who, link, shared, at }: Subscription,
  invited: Invited,
  flags: { write_access: Flag; delete_access: Flag },
  notice: { message: string | undefined } | undefined,
): Promise<SubscriberRow> {
  const target =
    'email' in invited ? await byAddress(tx, who, link, invited.email, at) : await byId(tx, link, invited)
  const row = await insertSubscriber(tx, {
    link_id: link.id,
    hash: newHash(ctx.random),
    person_id: null,
    group_id: null,
    email: null,
    ...target.columns,
    ...flags,
    created_at: at,
  })
  // Without a mail, a new guest would have no way in.
  if (notice || target.isNew) await tellAs(ctx, tx, who, { link, at }, row, notice?.message)
  const path = `${pathOf(shared.ancestors)}/${shared.entry.name}`
  await recordActivity(tx, who, 'link_shared', { root: shared.root, path, about: target.name }, at)
  return row
}

interface Found {
  columns: Partial<Pick<SubscriberRow, 'person_id' | 'group_id' | 'email'>>
  name: string
  /** Nobody may know of the account yet. */
  isNew?: boolean | undefined
}

/**
 * An account of the organization, or the address: what has an account elsewhere is for that to show, and who shares is
 * told nothing about it. An address of nobody gets a guest for a private link, and so does one that a shut guest gives up.
 */
async function byAddress(
  tx: Tx,
  who: PersonPrincipal,
  link: LinkRow,
  given: string,
  at: Instant,
): Promise<Found> {
  const email = checkEmail(given)
  const known = await findPersonByEmail(tx, email)
  if (known?.organization_id === link.organization_id)
    return { columns: { person_id: known.id }, name: known.email }
  const isNobodys = !known || (!known.active && (await givesUpAddress(tx, who, link.organization_id, known)))
  if (!isNobodys || !(await needsLogin(tx, link)))
    return { columns: { email }, name: email, isNew: known && isUnprovenGuest(known) }
  const guest = await makeGuest(tx, who, link, email, at)
  return { columns: { person_id: guest.id }, name: email, isNew: true }
}

/** For someone who is to be told how to get in. */
export const makeGuest = (
  tx: Tx,
  who: PersonPrincipal,
  { organization_id }: LinkRow,
  email: string,
  at: Instant,
): Promise<PersonRow> => {
  const nameless = { first_name: '', last_name: '', password_hash: null }
  const guest = { ...nameless, organization_id, email, guest: 1, creator_id: who.personId } as const
  return createPerson(tx, who, guest, at, { withRoot: false })
}

/** People, guests and groups of the organization that the item belongs to. */
async function byId(tx: Tx, link: LinkRow, { type, id }: Extract<Invited, { id: unknown }>): Promise<Found> {
  const unknown = () => noSuch(`${type} ${id} in the organization`)
  if (type === 'group') {
    const group = await findGroup(tx, id as GroupId)
    if (!group || group.deleted_at !== null || group.organization_id !== link.organization_id)
      return unknown()
    return { columns: { group_id: group.id }, name: group.name }
  }
  const person = await findPerson(tx, id as number as PersonId)
  const fits = person?.deleted_at === null && (person.guest === 1) === (type === 'guest')
  if (!person || !fits || person.organization_id !== link.organization_id) return unknown()
  return { columns: { person_id: person.id }, name: person.email }
}
