import type { OrganizationId } from '@holdfast/api/ids'
import type { ActivityFault, ActivityVerified } from '@holdfast/api/oversight/activity-table'
import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type CheckRow, findCheck, setCheck } from './queries.ts'

/** What verifying the records of an organization last found, for its administrators. */
export async function getActivityVerified(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
): Promise<ActivityVerified> {
  await authorizeOrganization(ctx.db.read, who, id)
  return verifiedView(await findCheck(ctx.db.read, id), ctx.now())
}

/** Starts verifying them, unless that is under way. */
export const verifyOrganizationActivity = (
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
): Promise<ActivityVerified> =>
  ctx.db.write(async (tx) => {
    await authorizeOrganization(tx, who, id)
    const at = ctx.now()
    const check = await findCheck(tx, id)
    if (isUnderWay(check, at)) return verifiedView(check, at)
    await setCheck(tx, id, { begun_at: at })
    await enqueue(tx, 'check_activity', { organizationId: id }, at, id)
    return verifiedView(await findCheck(tx, id), at)
  })

/** A job that failed again and again is given up: another one can be started then. */
const isUnderWay = (check: CheckRow | undefined, now: Instant): boolean =>
  check !== undefined && check.begun_at !== null && check.begun_at > now - DAY_MS

const timeView = (at: Instant | null | undefined): string | null => (at ? formatUtc(at) : null)

const verifiedView = (check: CheckRow | undefined, now: Instant): ActivityVerified => ({
  type: 'activity_verified',
  ok: check?.ended_at == null ? null : check.bad_seq === null,
  up_to: check?.up_to ?? 0,
  at: timeView(check?.ended_at),
  checking: isUnderWay(check, now),
  first_bad:
    check?.bad_seq == null
      ? null
      : { number: check.bad_seq, what: (check.bad_what ?? 'changed') as ActivityFault },
  anchored_at: timeView(check?.anchored_at),
})
