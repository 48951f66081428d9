import type { Permission } from '@holdfast/api/files/files'
import type { SharelinkId } from '@holdfast/api/ids'
import { formatDate, type Instant } from '@holdfast/api/time'
import { fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { AccountPrincipal, LinkName, Principal, VisitorPrincipal } from '../platform/principal.ts'
import { listGroupsOf } from '../records/groups.ts'
import { findLinkByHash, findSubscriberByHash } from '../records/link-hashes.ts'
import {
  findLink,
  type LinkRow,
  listSubscriptions,
  type Reader,
  type SubscriberRow,
} from '../records/links.ts'
import { findOrganizationStatus, isOpen, type OrganizationStatus } from '../records/organization-tree.ts'
import { findPerson, type PersonRow } from '../records/people.ts'
import { getPolicy } from '../records/policy.ts'
import { administers, mayBrowseFiles } from './administration.ts'
import { allows, isClosedTo, together } from './permissions.ts'
import { type EntryAccess, readEntryAs } from './read-entry.ts'
import { failUnproven } from './unproven.ts'

/** A link that works, and how someone comes to it. */
export interface LinkAccess {
  link: LinkRow
  creator: PersonRow
  /** What is shared, as its creator sees it now. */
  shared: EntryAccess
  /** A creator who has lost access to what they shared learns no more about it. */
  seesItem: boolean
  /** Creators and administrators look after it. */
  manages: boolean
  /** Knows that it is there, but not what it shares nor how it is opened: an administrator who is kept from files. */
  blind: boolean
  /** What the caller came by, where that is not the link itself. */
  subscriber: SubscriberRow | undefined
}

/**
 * A link for those who look after it, whether it works or not: its creator and the administrators there. To close it,
 * by ending it or asking for a sign-in, nobody has to see it, and the creator's administrators may do so too.
 */
export async function authorizeLink(
  db: Db,
  who: Principal,
  id: SharelinkId,
  to: 'change' | 'close',
): Promise<LinkRow> {
  const link = (await findLink(db, id)) ?? noLink({ id })
  if (!(await (to === 'change' ? seesLink : closesLink)(db, who, link))) fail('forbidden')
  return link
}

/** In the same words whether it never was, is over or has nothing to share any more. */
const noLink = (name: LinkName): never =>
  noSuch('id' in name ? `share link ${name.id}` : 'share link with this hash')

/** Whether someone may know what a link shares and how it is opened, without being one of those it is for. */
export const seesLink = async (db: Db, who: Principal, link: LinkRow): Promise<boolean> =>
  isCreator(who, link) || (await mayBrowseFiles(db, who, link.organization_id))

const isCreator = (who: Principal | undefined, link: LinkRow): boolean =>
  who?.kind === 'person' && who.personId === link.creator_id

async function closesLink(db: Db, who: Principal, link: LinkRow): Promise<boolean> {
  if (isCreator(who, link) || (await administers(db, who, link.organization_id))) return true
  const creator = await findPerson(db, link.creator_id)
  return creator !== undefined && administers(db, who, creator.organization_id)
}

/**
 * A link for anyone who may use it. Without a token only the hash of a public link counts, and anything else looks the
 * same, so that nothing can be probed.
 */
export async function reachLink(
  db: Db,
  who: AccountPrincipal | undefined,
  name: LinkName,
  now: Instant,
): Promise<LinkAccess> {
  const { admission, works: _, ...access } = await reach(db, who, name, now)
  return { ...access, subscriber: access.manages ? undefined : admission.subscriptions[0] }
}

async function reach(db: Db, who: AccountPrincipal | undefined, name: LinkName, now: Instant) {
  const found = await reachAny(db, who, name, now)
  return found.manages || found.works ? found : noLink(name)
}

/** A link that works or not. Refuses whoever it would not let in if it did. */
export async function reachAny(db: Db, who: AccountPrincipal | undefined, name: LinkName, now: Instant) {
  const { link, subscriber: named } = await findNamed(db, who, name)
  const admission = await admissionOf(db, who, link, named, 'hash' in name)
  const sees = who !== undefined && (await seesLink(db, who, link))
  const blind = !sees && !isAdmitted(admission)
  const manages = sees || (blind && who !== undefined && (await closesLink(db, who, link)))
  if (blind && !manages)
    return admission.waiting ? failUnproven() : fail(who === undefined ? 'access_denied' : 'forbidden')
  const about = (await describeLink(db, who, link)) ?? noLink(name)
  const works = !isOver(link, now) && (await sharesNow(db, about, now))
  return { link, ...about, manages, blind, works, admission }
}

async function findNamed(db: Db, who: AccountPrincipal | undefined, name: LinkName) {
  const unknown = () => (who === undefined ? fail('access_denied') : noLink(name))
  if ('id' in name) {
    if (who === undefined) return fail('access_denied')
    return { link: (await findLink(db, name.id)) ?? unknown(), subscriber: undefined }
  }
  const link = await findLinkByHash(db, name)
  if (link) return { link, subscriber: undefined }
  const subscriber = (await findSubscriberByHash(db, name)) ?? unknown()
  return { link: (await findLink(db, subscriber.link_id)) ?? unknown(), subscriber }
}

/** How someone comes to use a link as one of those it is for; uses are counted for the first subscription. */
interface Admission {
  /** Knows the hash of a link that is open to all who do. */
  open: boolean
  subscriptions: readonly SubscriberRow[]
  /** It is shared with the address of an account that has not proven to have it. */
  waiting: boolean
}
const isAdmitted = ({ open, subscriptions }: Pick<Admission, 'open' | 'subscriptions'>): boolean =>
  open || subscriptions.length > 0

async function admissionOf(
  db: Db,
  who: AccountPrincipal | undefined,
  link: LinkRow,
  named: SubscriberRow | undefined,
  byHash: boolean,
): Promise<Admission> {
  const { subscriptions: own, waiting } = who
    ? await subscriptionsOf(db, link, await readerOf(db, idOf(who)), named)
    : { subscriptions: [], waiting: false }
  const open = byHash && !(await needsLogin(db, link))
  return { open, subscriptions: own.length === 0 && open && named ? [named] : own, waiting }
}

/**
 * The subscriptions by which someone is let in. One of an address is for anyone who has that, which an organization knows of
 * its own people; others have proven it, or bring the hash that was mailed there (ADR 0032).
 */
export async function subscriptionsOf(
  db: Db,
  link: LinkRow,
  reader: LinkReader,
  named?: SubscriberRow,
): Promise<Pick<Admission, 'subscriptions' | 'waiting'>> {
  const all = await listSubscriptions(db, link.id, reader)
  const known = reader.proven || reader.organizationId === link.organization_id
  const subscriptions = all.filter((row) => known || row.email_key === null || row.id === named?.id)
  return { subscriptions, waiting: subscriptions.length < all.length }
}

/** What a link shares, for anyone who may look into it. */
export interface ContentAccess extends LinkAccess {
  /** Never more than its creator has now. */
  permissions: ReadonlySet<Permission>
  /** Comes by a right of its own: limits and passwords are for others. */
  exempt: boolean
}

/** What people do with their own files through a link of theirs. */
const WORKING: readonly Permission[] = ['FILE_VIEW', 'FILE_READ', 'FILE_WRITE', 'FILE_DELETE']

export async function reachContent(
  db: Db,
  { account, link: name, at }: Pick<VisitorPrincipal, 'account' | 'link' | 'at'>,
): Promise<ContentAccess> {
  const { admission, works, ...access } = await reach(db, account, name, at)
  const { link, shared, manages: exempt } = access
  if (!works) noLink(name)
  // Who looks after links does not thereby read what they share.
  if (access.blind) fail('forbidden')
  const creator = isCreator(account, link)
  const { open, subscriptions } = admission
  // Who may read all that is there sees it here too.
  const given = exempt ? { ...link, upload_only: 0 as const } : link
  const permissions = creator
    ? new Set(WORKING.filter((permission) => shared.permissions.has(permission)))
    : together(
        ...[undefined, ...subscriptions].map((one) =>
          permissionsThrough(given, one, { open, creator: shared.permissions }),
        ),
      )
  return { ...access, subscriber: subscriptions[0], permissions, exempt }
}

/** The policy may close links that were open when they were made. */
export const needsLogin = async (db: Db, link: LinkRow): Promise<boolean> =>
  link.login_required === 1 || (await getPolicy(db, link.organization_id)).secure_shares

/** Someone who comes to a link, with what decides whether its address counts. */
export interface LinkReader extends Reader {
  organizationId: PersonRow['organization_id'] | undefined
  proven: boolean
}

export async function readerOf(db: Db, personId: PersonRow['id']): Promise<LinkReader> {
  const person = await findPerson(db, personId)
  return {
    personId,
    groups: await listGroupsOf(db, personId),
    emailKey: person?.email_key,
    organizationId: person?.organization_id,
    proven: person !== undefined && person.email_verified_at !== null,
  }
}

export const idOf = (who: AccountPrincipal): PersonRow['id'] =>
  who.kind === 'person' ? who.personId : (who.guestId as number as PersonRow['id'])

/** A link works to the end of its last day, UTC. */
export const isOver = ({ expires }: LinkRow, now: Instant): boolean =>
  expires !== null && expires < formatDate(now)

type LinkSubject = Pick<LinkAccess, 'creator' | 'shared' | 'seesItem'>

/** What a link is about, whether it works or not; nothing once its root is gone. */
export async function describeLink(
  db: Db,
  who: AccountPrincipal | undefined,
  link: LinkRow,
): Promise<LinkSubject | undefined> {
  const creator = await findPerson(db, link.creator_id)
  const path = { rootId: link.root_id, entryId: link.entry_id, kind: link.kind }
  const shared = creator && (await readEntryAs(db, creator.id, path))
  if (!shared) return undefined
  const seesItem =
    shared.permissions.has('FILE_VIEW') ||
    (who !== undefined && (await mayBrowseFiles(db, who, link.organization_id)))
  return { creator, shared, seesItem }
}

/** What a link shares, unless it is deleted or its creator could not share it any more. */
export async function inspectLink(db: Db, link: LinkRow, now: Instant): Promise<LinkSubject | undefined> {
  const about = await describeLink(db, undefined, link)
  return about && (await sharesNow(db, about, now)) ? about : undefined
}

async function sharesNow(db: Db, { creator, shared }: LinkSubject, now: Instant): Promise<boolean> {
  if (shared.deleted || !shared.permissions.has('FILE_SHARE')) return false
  if (!worksNow(creator, await findOrganizationStatus(db, creator.organization_id), now)) return false
  return !(await isClosedTo(db, creator.organization_id, shared.root, now))
}

/** Whether an account can be used, with all that decides so but a sign-in. */
export function worksNow(
  account: Pick<PersonRow, 'active' | 'deleted_at'>,
  status: OrganizationStatus | undefined,
  now: Instant,
): boolean {
  return account.active === 1 && account.deleted_at === null && isOpen(status, now)
}

/** What a link lets someone do, which is never more than its creator may do. */
export function permissionsThrough(
  link: Pick<LinkRow, 'kind' | 'anon_edit' | 'upload_only'>,
  subscriber: Pick<SubscriberRow, 'write_access' | 'delete_access'> | undefined,
  { open, creator }: { open: boolean; creator: ReadonlySet<Permission> },
): ReadonlySet<Permission> {
  const given = (): Permission[] => {
    const mayAdd = open && link.anon_edit === 1 && link.kind === 'folder'
    if (link.upload_only) return subscriber || mayAdd ? ['FILE_ADD'] : []
    return [
      'FILE_VIEW',
      'FILE_READ',
      ...(subscriber?.write_access ? ['FILE_WRITE' as const] : mayAdd ? ['FILE_ADD' as const] : []),
      ...(subscriber?.delete_access && link.kind === 'folder' ? ['FILE_DELETE' as const] : []),
    ]
  }
  return new Set(given().filter((permission) => allows(creator, permission)))
}
