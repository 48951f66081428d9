import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { ApiError, fail } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { findOrganizationStatus, type OrganizationStatus } from '../../records/organization-tree.ts'
import type { PersonRow } from '../../records/people.ts'

/** Throws when an organization cannot be used now, whatever its people hold. */
export function checkUsable({ active, trial_until, license_until }: OrganizationStatus, now: Instant): void {
  if (!active) fail('forbidden', 'The organization is disabled.')
  if (trial_until !== null && trial_until <= now)
    fail('trial_expired', 'The trial of this organization has ended.')
  if (license_until !== null && license_until <= now)
    fail('license_expired', 'The license of this organization has expired.')
}

/** As `checkUsable`, with all that is above the organization. Nobody signs in to one that is gone. */
export async function checkOrganizationUsable(db: Db, id: OrganizationId, now: Instant): Promise<void> {
  const status = await findOrganizationStatus(db, id)
  if (!status || status.deleted_at !== null) return fail('invalid_grant')
  checkUsable(status, now)
}

/** Whether someone could sign in, as far as the account and its organization are concerned. */
export async function canSignIn(db: Db, person: PersonRow, now: Instant): Promise<boolean> {
  if (!person.active || person.deleted_at !== null) return false
  try {
    await checkOrganizationUsable(db, person.organization_id, now)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
