import type { PolicyPlan } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { listPoliciesOfChildren } from '../../records/organizations.ts'
import { parsePolicy, policyVersion } from '../../records/policy.ts'
import { changesOf, outcomesBelow } from './change-policy.ts'
import { effectOf } from './policy-effects.ts'
import { FIELDS, type PolicyChange } from './policy-rules.ts'
import { checkedOutcome } from './update-policy.ts'

/** What a change of a policy would change, and who would notice at once. */
export async function planPolicy(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  asked: PolicyChange,
): Promise<PolicyPlan> {
  const db = ctx.db.read
  const organization = await authorizeOrganization(db, who, id)
  const plan: PolicyPlan = {
    type: 'policy_plan',
    version: policyVersion(parsePolicy(organization.policy)),
    changes: [],
  }
  const own = await checkedOutcome(db, who, organization, asked)
  if (!own) return plan
  const below = await outcomesBelow(db, own, listPoliciesOfChildren)
  for (const field of FIELDS.filter((name) => name in changesOf(own))) {
    const reached = below.filter((one) => field in changesOf(one)).map((one) => one.id)
    plan.changes.push({
      field,
      from: own.before[field],
      to: own.after[field],
      organizations_below: reached.length,
      effect: await effectOf(ctx, field, own, [id, ...reached]),
    })
  }
  return plan
}
