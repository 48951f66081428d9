import type { OrganizationId } from '@holdfast/api/ids'
import type { Db } from '../platform/db/database.ts'
import { type Actor, THE_SERVICE } from '../platform/principal.ts'
import { type AddressHolder, isUnprovenGuest } from '../records/people.ts'
import { listAdministered } from './administration.ts'

/**
 * Of accounts, those that keep their address from one that someone gives it to in an organization. A guest who never
 * came keeps none. One who came but never proved the address gives it up to its own organization and to its
 * administrators only: nobody else may close an account that is in use.
 */
export async function listKeepers<T extends AddressHolder>(
  db: Db,
  who: Actor,
  organizationId: OrganizationId,
  holders: readonly T[],
): Promise<T[]> {
  const elsewhere = holders
    .filter((holder) => isUnprovenGuest(holder) && holder.first_came_at !== null)
    .map(({ organization_id }) => organization_id)
    .filter((id) => id !== organizationId)
  // An import by the clock is of one organization: it administers no other.
  const administered =
    who === THE_SERVICE || elsewhere.length === 0
      ? new Set<OrganizationId>()
      : await listAdministered(db, who, [...new Set(elsewhere)])
  const givesUp = ({ first_came_at, organization_id }: T): boolean =>
    first_came_at === null || organization_id === organizationId || administered.has(organization_id)
  return holders.filter((holder) => !isUnprovenGuest(holder) || !givesUp(holder))
}

/** Whether an account gives its address up to one that someone makes in an organization. */
export const givesUpAddress = async (
  db: Db,
  who: Actor,
  organizationId: OrganizationId,
  holder: AddressHolder,
): Promise<boolean> => (await listKeepers(db, who, organizationId, [holder])).length === 0
