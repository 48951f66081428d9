import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Db } from '../db/database.ts'
import { fail } from '../errors.ts'
import { findStanding, type Standing } from '../organizations/queries.ts'

/** Throws when an organization cannot be used now, whatever its people hold: `forbidden` or `trial_expired`. */
export function checkStanding({ active, trial_until }: Standing, now: Instant): void {
  if (!active) fail('forbidden', 'The organization is disabled.')
  if (trial_until !== null && trial_until <= now)
    fail('trial_expired', 'The trial of this organization has ended.')
}

/** As `checkStanding`, with all that is above the organization. */
export async function checkStandingOf(db: Db, id: OrganizationId, now: Instant): Promise<void> {
  checkStanding((await findStanding(db, id)) ?? fail('forbidden'), now)
}
