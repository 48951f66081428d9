import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { ApiError, fail } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { findStanding, type Standing } from '../../records/organizations.ts'
import type { PersonRow } from '../../records/people.ts'

/** Throws when an organization cannot be used now, whatever its people hold. */
export function checkStanding({ active, trial_until, license_until }: Standing, now: Instant): void {
  if (!active) fail('forbidden', 'The organization is disabled.')
  if (trial_until !== null && trial_until <= now)
    fail('trial_expired', 'The trial of this organization has ended.')
  if (license_until !== null && license_until <= now)
    fail('license_expired', 'The licence of this organization has expired.')
}

/** As `checkStanding`, with all that is above the organization. Nobody signs in to one that is gone. */
export async function checkStandingOf(db: Db, id: OrganizationId, now: Instant): Promise<void> {
  const standing = await findStanding(db, id)
  if (!standing || standing.deleted_at !== null) return fail('invalid_grant', 'Invalid credentials given.')
  checkStanding(standing, now)
}

/** Whether someone could sign in, as far as the account and its organization are concerned. */
export async function isInUse(db: Db, person: PersonRow, now: Instant): Promise<boolean> {
  if (!person.active || person.deleted_at !== null) return false
  try {
    await checkStandingOf(db, person.organization_id, now)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
