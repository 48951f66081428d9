import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeOrganization, isAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type OrganizationRow, updateOrganizationRow } from '../../records/organizations.ts'
import { checkNotClosing } from './check-not-closing.ts'
import {
  checkEmail,
  checkName,
  normalHostname,
  normalSlug,
  type OrganizationSettings,
  settingsAmong,
  settingsBefore,
} from './settings.ts'
import { organizationView } from './view.ts'

export interface OrganizationChange {
  name?: string | undefined
  email?: string | undefined
  slug?: string | undefined
  hostname?: string | null | undefined
  active?: boolean | undefined
  /** To the second. */
  trialUntil?: Instant | null | undefined
  privacyMode?: boolean | undefined
}

/** Changes what is given. What is no different stays, and needs no right. */
export async function updateOrganization(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  asked: OrganizationChange,
  given: Partial<OrganizationSettings>,
) {
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const before = await authorizeOrganization(tx, who, id)
    const change = differing(asked, asItIs(before))
    const wanted = settingsAmong(given)
    const named = Object.keys(differing({ ...asked, ...wanted }, {}))
    const settings = differing(wanted, settingsBefore(before.settings, named))
    if (Object.keys({ ...change, ...settings }).length === 0) return organizationView(before)
    checkRights(who, before, change, settings)
    if (change.active !== undefined) await checkNotClosing(tx, id)
    // Links that set passwords may lead there: who decides on it can have them.
    if (change.hostname !== undefined) await authorizeOrganization(tx, who, id, 'take_over')
    const organization = await updateOrganizationRow(tx, id, {
      ...columnsOf(change, ctx.config.baseUrl),
      // What was never set stays so: pages then follow the browser's language.
      settings: JSON.stringify({ ...JSON.parse(before.settings), ...settings }),
    })
    await recordActivity(tx, who, 'organization_updated', { organization }, at)
    return organizationView(organization)
  })
}

const asItIs = (organization: OrganizationRow): OrganizationChange => ({
  name: organization.name,
  email: organization.email,
  slug: organization.slug,
  hostname: organization.hostname,
  active: organization.active === 1,
  trialUntil: organization.trial_until === null ? null : toTheSecond(organization.trial_until),
  privacyMode: organization.privacy_mode === 1,
})

const toTheSecond = (at: Instant): Instant => at - (at % 1000)

function columnsOf(change: OrganizationChange, baseUrl: string | undefined) {
  const { name, email, slug, hostname, active, trialUntil, privacyMode } = change
  return {
    ...(name !== undefined && { name: checkName(name) }),
    ...(email !== undefined && { email: checkEmail(email) }),
    ...(slug !== undefined && { slug: normalSlug(slug) }),
    ...(hostname !== undefined && { hostname: hostname && normalHostname(hostname, baseUrl) }),
    ...(active !== undefined && { active: active ? (1 as const) : (0 as const) }),
    ...(trialUntil !== undefined && { trial_until: trialUntil }),
    ...(privacyMode !== undefined && { privacy_mode: privacyMode ? (1 as const) : (0 as const) }),
  }
}

function checkRights(
  who: Principal,
  before: OrganizationRow,
  { privacyMode, trialUntil, active }: OrganizationChange,
  { plan_id }: Partial<OrganizationSettings>,
): void {
  if (privacyMode === false) fail('policy_error', 'Privacy mode cannot be turned off.')
  const decidedAbove = trialUntil !== undefined || active !== undefined || plan_id !== undefined
  if (decidedAbove && !isAbove(who, before))
    fail(
      'forbidden',
      'Only administrators of a parent organization can change active, trial_until or plan_id.',
    )
  if (before.parent_id === null && active === false)
    fail('forbidden', 'The root organization cannot be disabled.')
}
