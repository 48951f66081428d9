import type { Instant } from '@holdfast/api/time'
import type { Flag } from '../db/schema.ts'
import { fail } from '../errors.ts'

/** Throws when an organization cannot be used now, whatever its people hold: `forbidden` or `trial_expired`. */
export function checkStanding(
  organization: { active: Flag; trial_until: Instant | null },
  now: Instant,
): void {
  if (!organization.active) fail('forbidden', 'The organization is disabled.')
  if (organization.trial_until !== null && organization.trial_until <= now)
    fail('trial_expired', 'The trial of this organization has ended.')
}
