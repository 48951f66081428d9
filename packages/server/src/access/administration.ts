import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Db } from '../db/database.ts'
import { fail } from '../errors.ts'
import { findOrganization, isWithin, type OrganizationRow } from '../organizations/queries.ts'
import { findPerson, type PersonRow } from '../people/queries.ts'
import type { Principal } from './principal.ts'

declare const administered: unique symbol
/** An organization or account that the caller may administer. Made in this file only. */
export type Administered<T> = T & { readonly [administered]: true }

/** A system administrator everywhere; a site administrator in the own organization and all below it. */
async function administers(db: Db, who: Principal, organizationId: OrganizationId): Promise<boolean> {
  // Whoever must do something first must do it for the own account before looking after others.
  if (who.kind !== 'person' || who.mustFirst !== undefined) return false
  if (who.systemAdmin) return true
  return who.siteAdmin && isWithin(db, organizationId, who.organizationId)
}

export async function authorizeOrganization(
  db: Db,
  who: Principal,
  id: OrganizationId,
): Promise<Administered<OrganizationRow>> {
  const organization = (await findOrganization(db, id)) ?? fail('not_found')
  if (!(await administers(db, who, id))) fail('forbidden')
  return organization as Administered<OrganizationRow>
}

/** Someone else's account, for its administrators. Nobody below a system administrator touches one. */
export async function authorizePerson(
  db: Db,
  who: Principal,
  id: PersonId,
): Promise<Administered<PersonRow>> {
  const person = (await findPerson(db, id)) ?? fail('not_found')
  if (!(await administers(db, who, person.organization_id))) fail('forbidden')
  if (person.system_admin && !(who.kind === 'person' && who.systemAdmin)) fail('forbidden')
  return person as Administered<PersonRow>
}
