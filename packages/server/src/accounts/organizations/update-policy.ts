import type { OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { authorizeOrganization, isAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  findOrganization,
  holdOrganization,
  listPoliciesOfChildren,
  type OrganizationRow,
  setPolicy,
} from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { checkAgainstParent, fitBelow, GRANTED_FROM_ABOVE, type PolicyChange } from './policy-rules.ts'
import { organizationView } from './view.ts'

/** Changes a policy. What it loses, or demands from now on, all organizations below lose and demand as well. */
export async function updatePolicy(ctx: Ctx, who: Principal, id: OrganizationId, asked: PolicyChange) {
  return ctx.db.write(async (tx) => {
    const { parent_id } = await authorizeOrganization(tx, who, id)
    // From above to below, as a policy is handed down: two changes at once never wait for each other.
    if (parent_id !== null) await holdOrganization(tx, parent_id)
    await holdOrganization(tx, id)
    const organization = await authorizeOrganization(tx, who, id)
    const before = parsePolicy(organization.policy)
    const change = differing(asked, before)
    const changed = Object.keys(change)
    if (changed.length === 0) return organizationView(organization)
    checkLimits(who, organization, changed)
    if (parent_id !== null) {
      const parent = (await findOrganization(tx, parent_id)) as OrganizationRow
      checkAgainstParent(change, parsePolicy(parent.policy))
    }
    const policy = { ...before, ...change }
    await setPolicy(tx, id, policy)
    await fitChildren(tx, id, policy)
    await recordActivity(tx, who, 'policy_updated', { organization, about: changed.join(', ') }, ctx.now())
    return organizationView((await findOrganization(tx, id)) as OrganizationRow)
  })
}

function checkLimits(who: Principal, organization: OrganizationRow, changed: readonly string[]): void {
  const limits = GRANTED_FROM_ABOVE.filter((field) => changed.includes(field))
  if (limits.length > 0 && !isAbove(who, organization))
    fail('forbidden', `Only administrators of a parent organization can change ${limits.join(', ')}.`)
}

async function fitChildren(tx: Tx, id: OrganizationId, policy: PolicySettings): Promise<void> {
  for (const child of await listPoliciesOfChildren(tx, id)) {
    const before = parsePolicy(child.policy)
    const fitted = fitBelow(before, policy)
    if (JSON.stringify(fitted) === JSON.stringify(before)) continue
    await setPolicy(tx, child.id, fitted)
    await fitChildren(tx, child.id, fitted)
  }
}
