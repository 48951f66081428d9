import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeOrganization, isAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type OrganizationRow, updateOrganizationRow } from '../../records/organizations.ts'
import {
  checkEmail,
  checkName,
  normalHostname,
  normalSlug,
  type OrganizationSettings,
  parseSettings,
  settingsAmong,
} from './settings.ts'
import { organizationView } from './view.ts'

export interface OrganizationChange {
  name: string | undefined
  email: string | undefined
  slug: string | undefined
  hostname: string | null | undefined
  active: boolean | undefined
  trialUntil: Instant | null | undefined
  privacyMode: boolean | undefined
  settings: Partial<OrganizationSettings>
}

/** Changes what is given and leaves the rest. */
export async function updateOrganization(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  change: OrganizationChange,
) {
  const columns = columnsOf(change, ctx.config.baseUrl)
  const settings = settingsAmong(change.settings)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const before = await authorizeOrganization(tx, who, id)
    checkRights(who, before, change)
    const kept = JSON.stringify({ ...parseSettings(before.settings), ...settings })
    const organization = await updateOrganizationRow(tx, id, { ...columns, settings: kept })
    await recordActivity(tx, who, 'organization_updated', { organization }, at)
    return organizationView(organization)
  })
}

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

function checkRights(who: Principal, before: OrganizationRow, change: OrganizationChange): void {
  if (before.privacy_mode && change.privacyMode === false)
    fail('policy_error', 'Privacy mode cannot be switched off again.')
  const decidedAbove =
    change.trialUntil !== undefined ||
    (change.active !== undefined && change.active !== (before.active === 1)) ||
    change.settings.plan_id !== undefined
  if (decidedAbove && !isAbove(who, before))
    fail(
      'forbidden',
      'Only administrators of an organization above may change active, trial_until or plan_id.',
    )
  if (before.parent_id === null && change.active === false)
    fail('forbidden', 'The root organization cannot be disabled.')
}
