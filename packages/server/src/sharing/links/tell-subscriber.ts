import type { GroupId, PersonId } from '@holdfast/api/ids'
import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import { inspectLink, isOver, needsLogin } from '../../access/links.ts'
import { parseSettings } from '../../accounts/organizations/settings.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailData } from '../../platform/messages/letters/mail-data.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findRequest, type RequestRow } from '../../records/file-requests.ts'
import { listInheritedMembers, listMembers } from '../../records/groups.ts'
import { hashOfSubscriber } from '../../records/link-hashes.ts'
import type { LinkRow, SubscriberRow } from '../../records/links.ts'
import { findOrganization } from '../../records/organizations.ts'
import { displayName, findPerson, findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { leadingTo, SIGN_IN_PATH, WELCOME_PATH } from '../../sign-in/password-reset/addresses.ts'
import { keepMailedToken } from '../../sign-in/password-reset/mailed-token.ts'
import { linkUrl } from './view.ts'

const INVITATION_DAYS = 14

/** What someone is written to about, and by whom. */
export interface Telling {
  sender: PersonRow
  link: LinkRow
  at: Instant
  /** It is not the first mail about it. */
  reminds?: boolean
}
type WayIn = Pick<MailData['link_shared'], 'link' | 'account' | 'invitationDays'>

/** In the name of the caller. */
export async function tellAs(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  about: Omit<Telling, 'sender'>,
  row: SubscriberRow,
  message: string | undefined,
): Promise<void> {
  const sender = (await findPerson(tx, who.personId)) ?? fail('access_denied')
  await tellSubscriber(ctx, tx, { ...about, sender }, row, message)
}

/** Once more about a file request, in the name of the caller. */
export async function remindAs(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  about: Omit<Telling, 'sender'>,
  row: SubscriberRow,
): Promise<void> {
  const sender = (await findPerson(tx, who.personId)) ?? fail('access_denied')
  await tellSubscriber(ctx, tx, { ...about, sender, reminds: true }, row, undefined)
}

/**
 * A group's members are all written to, each with the address of the group's own link. Nobody is mailed a link that
 * leads nowhere.
 */
export async function tellSubscriber(
  ctx: Ctx,
  tx: Tx,
  { sender, link, at, reminds = false }: Telling,
  row: SubscriberRow,
  message: string | undefined,
): Promise<void> {
  const found = isOver(link, at) ? undefined : await inspectLink(tx, link, at)
  if (!found) return
  const organization = await findOrganization(tx, link.organization_id)
  const disclaimer = organization && parseSettings(organization.settings).share_disclaimer
  const organizationId = link.organization_id
  const login = await needsLogin(tx, link)
  const request = await findRequest(tx, link.id)
  const page = linkUrl(ctx, link.kind, hashOfSubscriber(tx, row))
  for (const { address, person } of await addressesOf(tx, row)) {
    const data = {
      ...(person && displayName(person) !== address && { name: displayName(person) }),
      from: displayName(sender),
      item: found.shared.entry.name,
      kind: link.kind,
      ...(login ? await wayIn(ctx, tx, page, address, row, at) : { link: page }),
      ...(link.password_hash !== null && { hasPassword: true }),
      ...(link.expires !== null && { expires: link.expires }),
      ...(message !== undefined && { message }),
      ...(disclaimer && { disclaimer }),
    }
    const mail = { organizationId, to: address, by: sender.id, replyTo: sender.email }
    if (!request) await sendMail(ctx, tx, { ...mail, kind: 'link_shared', data }, at)
    else
      await sendMail(
        ctx,
        tx,
        { ...mail, kind: 'file_request', data: { ...data, ...askedBy(request), reminds } },
        at,
      )
  }
}

const askedBy = ({ title, note, deadline, timezone }: RequestRow) => ({
  title,
  ...(note !== '' && { note }),
  ...(deadline !== null && { deadline: { at: formatUtc(deadline), timezone } }),
})

/** How someone gets to a page that asks for a sign-in. A guest who has no password of its own chooses one on the way. */
async function wayIn(
  ctx: Ctx,
  tx: Tx,
  page: string,
  account: string,
  row: SubscriberRow,
  at: Instant,
): Promise<WayIn> {
  const to = page.slice(ctx.publicUrl.length)
  const person = await findPersonByEmail(tx, account)
  if (!person || !choosesPassword(person, row))
    return { link: ctx.publicUrl + leadingTo(SIGN_IN_PATH, to), account }
  const token = ctx.random(32).toString('base64url')
  await keepMailedToken(tx, person, token, { kind: 'invitation', lifeMs: INVITATION_DAYS * DAY_MS }, at)
  return {
    link: ctx.publicUrl + leadingTo(WELCOME_PATH, to, token),
    account,
    invitationDays: INVITATION_DAYS,
  }
}

/** The password of a guest of another organization may be known to its creator, until the guest has shown up. */
export const choosesPassword = (account: PersonRow, { email }: SubscriberRow): boolean =>
  account.guest === 1 &&
  (account.password_hash === null || (email !== null && account.email_verified_at === null))

async function addressesOf(
  tx: Tx,
  row: SubscriberRow,
): Promise<{ address: string; person?: PersonRow | undefined }[]> {
  if (row.email !== null) return [{ address: row.email }]
  const ids = row.person_id !== null ? [row.person_id] : await membersOf(tx, row.group_id as GroupId)
  const persons = await Promise.all(ids.map((id) => findPerson(tx, id)))
  return persons.flatMap((person) =>
    person?.active && person.deleted_at === null ? [{ address: person.email, person }] : [],
  )
}

const membersOf = async (tx: Tx, id: GroupId): Promise<PersonId[]> => [
  ...new Set([...(await listMembers(tx, id)), ...(await listInheritedMembers(tx, id))]),
]
