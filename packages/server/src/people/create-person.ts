import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Principal } from '../access/principal.ts'
import { recordActivity, type THE_SERVICE } from '../activity/record-activity.ts'
import type { Tx } from '../db/database.ts'
import { insertRoot } from '../files/queries.ts'
import { insertPerson, type PersonRow } from './queries.ts'
import { displayName } from './view.ts'

export interface NewPerson {
  organizationId: OrganizationId
  email: string
  firstName: string
  lastName: string
  /** None where a directory knows the password. */
  passwordHash: string | null
  directory?: { authSourceId: AuthSourceId; directoryId: string; dn: string }
  siteAdmin?: boolean
  systemAdmin?: boolean
  spaceQuota?: number | null
}

/** Adds an account with a sync root of its own. */
export async function createPerson(
  tx: Tx,
  who: Principal | typeof THE_SERVICE,
  person: NewPerson,
  at: Instant,
): Promise<PersonRow> {
  const row = await insertPerson(tx, {
    organization_id: person.organizationId,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    password_hash: person.passwordHash,
    pw_changed_at: person.passwordHash === null ? null : at,
    auth_source_id: person.directory?.authSourceId ?? null,
    directory_id: person.directory?.directoryId ?? null,
    directory_dn: person.directory?.dn ?? null,
    site_admin: person.siteAdmin ? 1 : 0,
    system_admin: person.systemAdmin ? 1 : 0,
    space_quota: person.spaceQuota ?? null,
    locale: 'en_US',
    timezone: 'UTC',
    active: 1,
    created_at: at,
  })
  await insertRoot(tx, {
    organization_id: row.organization_id,
    person_id: row.id,
    root_type: 'sync',
    name: displayName(row),
    created_at: at,
  })
  await recordActivity(tx, who, 'person_created', { person: row }, at)
  return row
}
