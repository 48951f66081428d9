import type { OrganizationId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import { getPolicy } from '../../records/policy.ts'

export const WEB_SESSION_SECONDS = 14 * 24 * 60 * 60

/** When a browser that is in use now is signed out: when it is not used for two weeks, or earlier by the policy. */
export async function webSessionEnd(
  db: Db,
  organizationId: OrganizationId,
  { since, now }: { since: Instant; now: Instant },
): Promise<Instant> {
  const { browser_sign_in_days: days } = await getPolicy(db, organizationId)
  const unused = now + WEB_SESSION_SECONDS * 1000
  return days === null ? unused : Math.min(unused, since + days * DAY_MS)
}
