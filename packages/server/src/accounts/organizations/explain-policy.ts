import type { ExplainedField, ExplainedPolicy } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { DEFAULT_POLICY, ROOT_POLICY } from '@holdfast/api/policy'
import { authorizeOrganization, isAbove } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { type Above, listUpward } from '../../records/organization-tree.ts'
import { parsePolicy, policyVersion } from '../../records/policy.ts'
import { FIELDS, type Field, GRANTED_FROM_ABOVE, holdOf } from './policy-rules.ts'

/** Where each value of a policy comes from, and who can change it. */
export async function explainPolicy(ctx: Ctx, who: Principal, id: OrganizationId): Promise<ExplainedPolicy> {
  const db = ctx.db.read
  const organization = await authorizeOrganization(db, who, id)
  const [, ...above] = await listUpward(db, id)
  const policy = parsePolicy(organization.policy)
  const defaults = organization.parent_id === null ? ROOT_POLICY : DEFAULT_POLICY
  const mayLimit = isAbove(who, organization)
  return {
    type: 'policy_explained',
    version: policyVersion(policy),
    fields: FIELDS.map((field) => {
      const known = { field, value: policy[field], default: defaults[field] }
      const hold = holderOf(field, above)
      if (hold) return { ...known, own: false, may_change: false, ...hold }
      const own = !GRANTED_FROM_ABOVE.includes(field)
      const may_change = own || mayLimit
      const why = !may_change ? 'above' : known.value === known.default ? 'default' : 'here'
      return { ...known, own, may_change, why, by: why === 'above' ? nameOf(above[0]) : null }
    }),
  }
}

/** The organization that holds a field: each below it only hands that down. */
function holderOf(field: Field, above: readonly Above[]): Pick<ExplainedField, 'why' | 'by'> | undefined {
  let found: Pick<ExplainedField, 'why' | 'by'> | undefined
  for (const one of above) {
    const why = holdOf(parsePolicy(one.policy), field)
    if (!why) break
    found = { why, by: nameOf(one) }
  }
  return found
}

const nameOf = (one: Above | undefined): ExplainedField['by'] => (one ? { id: one.id, name: one.name } : null)
