import { MAX_CLOSING_DAYS, type OrganizationClosing } from '@holdfast/api/accounts/organization-closing'
import type { OrganizationId } from '@holdfast/api/ids'
import { DAY_MS, formatDate, type Instant, parseDate } from '@holdfast/api/time'
import { authorizeAbove } from '../../access/administration.ts'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateOrganizationRow } from '../../records/organizations.ts'
import { checkNotClosing } from '../organizations/check-not-closing.ts'
import { getClosing } from './get-closing.ts'
import { isSoon, mailAdministrators } from './mail-administrators.ts'
import { insertClosing } from './queries.ts'

interface Wish {
  deleteOn: string
  removeFiles: boolean
  /** Typed, so that nobody closes another one by mistake. */
  name: string
}

/**
 * Shuts an organization and all below it until the day on which they are deleted. Its devices are signed out by a job, step
 * by step.
 */
export async function closeOrganization(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
  { deleteOn, removeFiles, name }: Wish,
): Promise<OrganizationClosing> {
  // After a restore of the database, devices may hold what nobody else has any more.
  const epoch = removeFiles ? (await currentEpoch(ctx)).id : null
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { parent_id } = await authorizeAbove(tx, who, id)
    if (parent_id === null) fail('forbidden', 'The root organization cannot be closed.')
    const before = await checkNotClosing(tx, id)
    const closes_at = checkedDay(deleteOn, at)
    if (name.trim() !== before.name.trim()) refuse('name', 'it must be the name of the organization')
    const organization = await updateOrganizationRow(tx, id, { active: 0, closes_at })
    await insertClosing(tx, {
      organization_id: id,
      requested_by: who.personId,
      requested_at: at,
      epoch,
      was_active: before.active,
      reminded_at: isSoon(closes_at, at) ? at : null,
    })
    const about = `on ${deleteOn}${removeFiles ? ', devices remove files' : ''}`
    await recordActivity(tx, who, 'organization_closing', { organization, about }, at)
    await mailAdministrators(ctx, tx, organization, 'organization_closing', at)
    await enqueue(tx, 'sign_out_devices', { organizationId: id }, at, id)
  })
  return getClosing(ctx, who, id)
}

function checkedDay(day: string, now: Instant): Instant {
  const today = parseDate(formatDate(now)) ?? now
  const at = parseDate(day) ?? today
  const days = (at - today) / DAY_MS
  return days >= 1 && days <= MAX_CLOSING_DAYS
    ? at
    : refuse('delete_on', `it must be from tomorrow to ${MAX_CLOSING_DAYS} days from now`)
}
