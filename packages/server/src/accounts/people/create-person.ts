import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { displayName, insertPerson, type NewPersonRow, type PersonRow } from '../../records/people.ts'
import { insertRoot } from '../../records/roots.ts'
import { takeAddress } from './take-address.ts'

type Optional = 'site_admin' | 'system_admin' | 'locale' | 'timezone' | 'active' | 'created_at'
/** What is not given is off, in English, and now. */
export type NewPerson = Omit<NewPersonRow, Optional> & Partial<Pick<NewPersonRow, Optional>>

/** Adds an account, to an address that is free or held by a guest who gives it up, with a sync root of its own unless it is to have none. */
export async function createPerson(
  tx: Tx,
  who: Actor,
  person: NewPerson,
  at: Instant,
  { withRoot = true }: { withRoot?: boolean } = {},
): Promise<PersonRow> {
  const taken = await takeAddress(tx, who, person.email, person, at)
  const row = await insertPerson(tx, {
    site_admin: 0,
    system_admin: 0,
    locale: 'en_US',
    timezone: 'UTC',
    active: 1,
    created_at: at,
    ...(person.password_hash && { pw_changed_at: at }),
    ...person,
  })
  if (withRoot) await giveSyncRoot(tx, row, at)
  await taken.thenRecord()
  await recordActivity(tx, who, row.guest ? 'guest_created' : 'person_created', { person: row }, at)
  if (row.site_admin || row.system_admin) await recordActivity(tx, who, 'admin_granted', { person: row }, at)
  return row
}

export const giveSyncRoot = (tx: Tx, person: PersonRow, at: Instant) =>
  insertRoot(tx, {
    organization_id: person.organization_id,
    person_id: person.id,
    root_type: 'sync',
    name: displayName(person),
    created_at: at,
  })
