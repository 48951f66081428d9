import type { OrganizationId } from '@holdfast/api/ids'
import { DEFAULT_POLICY, type PolicySettings } from '@holdfast/api/policy'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { limitOnOrganizations } from '../../access/new-organization.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Actor } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdOrganization, insertOrganization, type OrganizationRow } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { checkAgainstParent, fitBelow, type PolicyChange } from './policy-rules.ts'
import {
  checkEmail,
  checkName,
  normalHostname,
  normalSlug,
  type OrganizationSettings,
  settingsAmong,
} from './settings.ts'
import { organizationView } from './view.ts'

export interface NewOrganization {
  name: string
  email: string
  slug: string
  hostname: string | null
  trial: boolean
  trialUntil: Instant | null
  privacyMode: boolean
  settings: Partial<OrganizationSettings>
  policy: PolicyChange
}

/** Adds an organization below another, with no more rights than that one has. */
export async function createOrganization(
  ctx: Ctx,
  who: Actor,
  parentId: OrganizationId,
  given: NewOrganization,
) {
  const name = checkName(given.name)
  const email = checkEmail(given.email)
  const slug = normalSlug(given.slug)
  const hostname = given.hostname === null ? null : normalHostname(given.hostname, ctx.config.baseUrl)
  const settings = settingsAmong(given.settings)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    // Held, so that of two at once only as many get in as there is room for.
    await holdOrganization(tx, parentId)
    const parent = await authorizeOrganization(tx, who, parentId)
    const above = parsePolicy(parent.policy)
    checkRoom(parent, above, at)
    checkAgainstParent(given.policy, above)
    const organization = await insertOrganization(tx, {
      parent_id: parent.id,
      name,
      email,
      slug,
      hostname,
      settings: JSON.stringify(settings),
      privacy_mode: given.privacyMode ? 1 : 0,
      active: 1,
      trial_until: given.trialUntil ?? (given.trial ? at + above.trial_length_days * DAY_MS : null),
      policy: fitBelow({ ...DEFAULT_POLICY, ...given.policy }, above),
      created_at: at,
    })
    await recordActivity(tx, who, 'organization_created', { organization }, at)
    await recordActivity(tx, who, 'organization_created', { organization: parent, about: name }, at)
    return organizationView(organization)
  })
}

function checkRoom(parent: OrganizationRow, policy: PolicySettings, at: Instant): void {
  const limit = limitOnOrganizations(parent, at)
  if (limit === 'num_orgs_maximum')
    fail(
      'policy_error',
      `The organization has reached its limit of ${policy.num_orgs_maximum} organizations (num_orgs_maximum).`,
    )
  if (limit === 'create_orgs_until')
    fail('policy_error', 'Organizations can no longer be added here (create_orgs_until).')
}
