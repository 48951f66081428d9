import type { Instant } from '@holdfast/api/time'
import { givesUpAddress } from '../../access/addresses.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Actor, THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { closePersons } from '../../records/close-persons.ts'
import { leaveSubscriptionsToAddress } from '../../records/links.ts'
import {
  findPersonByEmail,
  findPersonForUpdate,
  isUnprovenGuest,
  type PersonRow,
} from '../../records/people.ts'

/**
 * Frees an address for an account that is to have it, where all that holds it is a guest who gives it up: else anyone who
 * invites an address would keep it from its owner. What was shared with the guest waits for who proves the address.
 * `thenRecord` is for after all else, as everywhere.
 */
export async function takeAddress(
  tx: Tx,
  who: Actor,
  email: string,
  {
    guest = 0,
    organization_id,
  }: { guest?: number | undefined; organization_id: PersonRow['organization_id'] },
  at: Instant,
): Promise<{ thenRecord(): Promise<void> }> {
  const known = await findPersonByEmail(tx, email)
  // Held before the last look: the guest may be coming just now.
  const holder = known && isUnprovenGuest(known) ? await findPersonForUpdate(tx, known.id) : undefined
  const itsOwn = guest === 1 && holder?.organization_id === organization_id
  if (!holder || holder.deleted_at !== null || itsOwn) return NOTHING_TAKEN
  if (!(await givesUpAddress(tx, who, organization_id, holder))) return NOTHING_TAKEN
  await leaveSubscriptionsToAddress(tx, holder.id)
  await closePersons(tx, [holder.id], at)
  return { thenRecord: () => recordActivity(tx, THE_SERVICE, 'guest_deleted', { person: holder }, at) }
}

/** Anyone who still holds it is found by the index that keeps addresses unique. */
const NOTHING_TAKEN = { thenRecord: async () => {} }
