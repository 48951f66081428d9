import type { GroupId, GuestId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { fail, noSuch } from '../errors.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { type Actor, type PersonPrincipal, type Principal, THE_SERVICE } from '../platform/principal.ts'
import { findGroup, type GroupRow } from '../records/groups.ts'
import { type Above, listThoseWithin, listUpward } from '../records/organization-tree.ts'
import {
  findOrganization,
  holdOrganization,
  type OrganizationRow,
  ROOT_ORGANIZATION,
} from '../records/organizations.ts'
import { findPerson, type PersonRow } from '../records/people.ts'
import { parsePolicy } from '../records/policy.ts'

declare const administered: unique symbol
/** An organization or account that the caller may administer. Made in this file only. */
export type Administered<T> = T & { readonly [administered]: true }

/** What an administrator wants to do there, beyond looking and managing. */
export type Purpose =
  /** Read what persons keep there, or let others do so: into team shares, groups and links. */
  | 'browse_files'
  /** Look at what is on devices there. */
  | 'browse_remote'
  /** Add accounts. */
  | 'create_users'
  /** Set passwords, end two-step verification, move shares away. */
  | 'take_over'

/**
 * A system administrator everywhere; a site administrator in the own organization and all below it. In privacy mode
 * an organization keeps those above it from its files and passwords, and its policy may do so to all administrators.
 */
export async function administers(
  db: Db,
  who: Actor,
  organizationId: OrganizationId,
  purpose?: Purpose,
): Promise<boolean> {
  // Asked for by the operator, at the command line.
  if (who === THE_SERVICE) return true
  if (!isAdministrator(who)) return false
  return placesOf(await listUpward(db, organizationId), purpose).includes(who.organizationId)
}

/** Of these organizations, those that someone administers. */
export async function listAdministered(
  db: Db,
  who: Principal,
  ids: readonly OrganizationId[],
): Promise<ReadonlySet<OrganizationId>> {
  return new Set(isAdministrator(who) ? await listThoseWithin(db, who.organizationId, ids) : [])
}

/** People who must do something first do it for their own account before they manage others. */
const isAdministrator = (who: Principal): who is PersonPrincipal =>
  who.kind === 'person' && who.mustFirst === undefined && (who.systemAdmin || who.siteAdmin)

/** Of an organization and all above it, those whose administrators may do something there. */
function placesOf(upward: readonly Above[], purpose: Purpose | undefined): OrganizationId[] {
  const [own] = upward
  if (!own || forbiddingField(own, purpose)) return []
  const ids = upward.map(({ id }) => id)
  if (purpose === undefined || purpose === 'create_users') return ids
  const shut = upward.findIndex(({ privacy_mode }) => privacy_mode)
  return shut < 0 ? ids : ids.slice(0, shut + 1)
}

export type Obstacle = 'role' | 'policy' | 'privacy'

/** What keeps someone from something in an organization, given with all above it, if anything does. */
export function obstacleTo(
  who: Principal,
  upward: readonly Above[],
  purpose: Purpose | undefined,
): Obstacle | undefined {
  if (!isAdministrator(who) || isApplicationTakingOver(who, purpose)) return 'role'
  const isIn = (places: readonly OrganizationId[]) => places.includes(who.organizationId)
  if (!isIn(upward.map(({ id }) => id))) return 'role'
  if (isIn(placesOf(upward, purpose))) return undefined
  return upward[0] && forbiddingField(upward[0], purpose) ? 'policy' : 'privacy'
}

const POLICY_FIELD = {
  browse_files: 'admin_browse_files',
  browse_remote: 'admin_browse_remote',
  create_users: 'admin_create_users',
  take_over: undefined,
} as const

/** What the policy of an organization must allow for something. */
export const fieldOf = (purpose: Purpose | undefined) => purpose && POLICY_FIELD[purpose]

/** What in the policy of an organization keeps all administrators from something. */
function forbiddingField({ policy }: Pick<Above, 'policy'>, purpose: Purpose | undefined) {
  const field = fieldOf(purpose)
  return field && !parsePolicy(policy)[field] ? field : undefined
}

/** What does not exist or was deleted is `not_found`, what is out of reach `forbidden`. */
export async function authorizeOrganization(
  db: Db,
  who: Actor,
  id: OrganizationId,
  purpose?: Purpose,
): Promise<Administered<OrganizationRow>> {
  return checkAdministered(db, who, id, `organization ${id}`, purpose)
}

/** For the installation as a whole: what it runs on, and what all organizations share. */
export async function authorizeSystem(db: Db, who: Principal): Promise<PersonPrincipal> {
  await authorizeOrganization(db, who, ROOT_ORGANIZATION)
  return who.kind === 'person' && who.systemAdmin
    ? who
    : fail('forbidden', 'Only system administrators can do this.')
}

/** Whether someone may read what others keep in an organization. */
export const mayBrowseFiles = (db: Db, who: Principal, id: OrganizationId): Promise<boolean> =>
  administers(db, who, id, 'browse_files')

/** Those who may read what others keep in an organization. */
export interface Browsers {
  /** The organizations whose administrators they are. */
  organizations: readonly OrganizationId[]
  include(who: Principal): boolean
}

export async function findBrowsers(db: Db, id: OrganizationId): Promise<Browsers> {
  const organizations = placesOf(await listUpward(db, id), 'browse_files')
  return {
    organizations,
    include: (who) => isAdministrator(who) && organizations.includes(who.organizationId),
  }
}

/** The own organization for everyone in it, others for their administrators. */
export async function authorizeOrganizationView(
  db: Db,
  who: Principal,
  id: OrganizationId,
): Promise<OrganizationRow> {
  if (who.kind !== 'person' || who.organizationId !== id) return authorizeOrganization(db, who, id)
  return (await findOrganization(db, id)) ?? noSuch(`organization ${id}`)
}

/** Someone else's account, for its administrators. Nobody below a system administrator touches one. */
export async function authorizePerson(
  db: Db,
  who: Principal,
  id: PersonId,
  purpose?: Purpose,
): Promise<Administered<PersonRow>> {
  const person = await findPerson(db, id)
  if (!person || person.guest || person.deleted_at !== null) return noSuch(`person ${id}`)
  await checkAdministered(db, who, person.organization_id, `person ${id}`, purpose)
  if (person.system_admin && !(who.kind === 'person' && who.systemAdmin)) fail('forbidden')
  return person as Administered<PersonRow>
}

/** `what` is something of the organization: only that was asked for, so it is what is named where it is missing. */
export async function checkAdministered(
  db: Db,
  who: Actor,
  id: OrganizationId,
  what: string,
  purpose?: Purpose,
): Promise<Administered<OrganizationRow>> {
  const organization = await checkNotDeleted(db, id, what)
  checkIsNoApplication(who, purpose)
  if (!(await administers(db, who, id, purpose))) {
    const field = (await administers(db, who, id)) ? forbiddingField(organization, purpose) : undefined
    fail('forbidden', field && `The policy of the organization does not allow this (${field}).`)
  }
  return organization as Administered<OrganizationRow>
}

/** Who lets an application act in the own name gives it no key to other accounts: with one it would stay for ever. */
const isApplicationTakingOver = (who: Actor, purpose: Purpose | undefined): boolean =>
  purpose === 'take_over' && who !== THE_SERVICE && who.kind === 'person' && who.byCode === true

function checkIsNoApplication(who: Actor, purpose: Purpose | undefined): void {
  if (isApplicationTakingOver(who, purpose))
    fail('forbidden', 'Connected apps are not allowed to do this. Sign in with your password.')
}

/** With its organization everything in it is gone at once, though it is closed a little later. */
export async function checkNotDeleted(
  db: Db,
  id: OrganizationId,
  what = `organization ${id}`,
): Promise<OrganizationRow> {
  const organization = await findOrganization(db, id)
  return organization?.deleted_at === null ? organization : noSuch(what)
}

/** The own account, or one that the caller administers. */
export async function authorizeAccount(
  db: Db,
  who: PersonPrincipal,
  id: PersonId,
  purpose?: Purpose,
): Promise<PersonRow> {
  if (id !== who.personId) return authorizePerson(db, who, id, purpose)
  return (await findPerson(db, id)) ?? noSuch(`person ${id}`)
}

/** What someone sets for itself alone is not even for administrators. */
export async function checkIsSelf(db: Db, who: PersonPrincipal, id: PersonId): Promise<void> {
  if (id === who.personId) return
  const person = await findPerson(db, id)
  if (!person || person.guest || person.deleted_at !== null) noSuch(`person ${id}`)
  fail('forbidden')
}

/** A guest, for its administrators. */
export async function authorizeGuest(
  db: Db,
  who: Principal,
  id: GuestId,
  purpose?: Purpose,
): Promise<Administered<PersonRow>> {
  const guest = await findGuest(db, id)
  if (!guest) return noSuch(`guest ${id}`)
  await checkAdministered(db, who, guest.organization_id, `guest ${id}`, purpose)
  return guest as Administered<PersonRow>
}

/** A guest, for itself, for who made it, and for its administrators. */
export async function authorizeGuestView(db: Db, who: Principal, id: GuestId): Promise<PersonRow> {
  const guest = await findGuest(db, id)
  const itself = who.kind === 'guest' && who.guestId === id
  const maker = who.kind === 'person' && guest?.creator_id === who.personId
  return guest && (itself || maker) ? guest : authorizeGuest(db, who, id)
}

async function findGuest(db: Db, id: GuestId): Promise<PersonRow | undefined> {
  const guest = await findPerson(db, id as number as PersonId)
  return guest?.guest && guest.deleted_at === null ? guest : undefined
}

/** For what is decided above an organization: its limits, its licence, whether it is open, whether it exists. */
export async function authorizeAbove(
  db: Db,
  who: Principal,
  id: OrganizationId,
): Promise<Administered<OrganizationRow>> {
  const organization = await authorizeOrganization(db, who, id)
  if (!isAbove(who, organization))
    fail('forbidden', 'Only administrators of a parent organization can do this.')
  return organization
}

/** Whether an administrator of an organization stands above it. The root organization has its own above it. */
export const isAbove = (who: Principal, organization: Pick<OrganizationRow, 'id' | 'parent_id'>): boolean =>
  who.kind === 'person' &&
  (organization.parent_id === null ? who.systemAdmin : who.organizationId !== organization.id)

/** A group, for the administrators of its organization; also a deleted one, which can still be looked at. */
export async function authorizeGroup(
  db: Db,
  who: Principal,
  id: GroupId,
  purpose?: Purpose,
): Promise<Administered<GroupRow>> {
  const group = (await findGroup(db, id)) ?? noSuch(`group ${id}`)
  await checkAdministered(db, who, group.organization_id, `group ${id}`, purpose)
  return group as Administered<GroupRow>
}

/** A group that is there to be changed, and stays as it is for everyone else until the transaction ends. */
export async function authorizeGroupChange(
  tx: Tx,
  who: Principal,
  id: GroupId,
  purpose?: Purpose,
): Promise<Administered<GroupRow>> {
  const { organization_id } = await authorizeGroup(tx, who, id, purpose)
  await holdOrganization(tx, organization_id)
  const group = await findGroup(tx, id)
  if (!group || group.deleted_at !== null) return noSuch(`group ${id}`)
  return group as Administered<GroupRow>
}
