import type { OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import {
  findOrganization,
  holdOrganization,
  holdPoliciesOfChildren,
  type OrganizationRow,
} from '../../records/organizations.ts'
import { getPolicy, parsePolicy, policyVersion } from '../../records/policy.ts'
import { applyOutcomes, checkLimits, type Outcome, outcomesBelow } from './change-policy.ts'
import { checkAgainstParent, type PolicyChange } from './policy-rules.ts'
import { organizationView } from './view.ts'

/**
 * Changes a policy. What it loses, or demands from now on, all organizations below lose and demand as well. With a version,
 * only if nobody else changed it first.
 */
export async function updatePolicy(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  asked: PolicyChange,
  version?: string,
) {
  return ctx.db.write(async (tx) => {
    const organization = await holdForPolicy(tx, who, id)
    if (version !== undefined && version !== policyVersion(parsePolicy(organization.policy)))
      fail('ver_conflict', 'Someone else changed this policy. Load it again.')
    const own = await checkedOutcome(tx, who, organization, asked)
    if (!own) return organizationView(organization)
    const outcomes = [own, ...(await outcomesBelow(tx, own, holdPoliciesOfChildren))] as const
    const activity_id = await applyOutcomes(tx, who, organization, outcomes, { at: ctx.now() })
    const changed = (await findOrganization(tx, id)) as OrganizationRow
    return { ...organizationView(changed), activity_id }
  })
}

/** From above to below, as a policy is handed down: two changes at once never wait for each other. */
export async function holdForPolicy(tx: Tx, who: Principal, id: OrganizationId): Promise<OrganizationRow> {
  const { parent_id } = await authorizeOrganization(tx, who, id)
  if (parent_id !== null) await holdOrganization(tx, parent_id)
  await holdOrganization(tx, id)
  return authorizeOrganization(tx, who, id)
}

/** What an organization gets that someone may ask for; undefined if that is what it has. */
export async function checkedOutcome(
  db: Db,
  who: Principal,
  organization: OrganizationRow,
  asked: PolicyChange,
): Promise<Outcome | undefined> {
  const { id, parent_id } = organization
  const before = parsePolicy(organization.policy)
  const change = differing(asked, before)
  if (Object.keys(change).length === 0) return undefined
  checkLimits(who, organization, change)
  if (parent_id !== null) checkAgainstParent(change, await getPolicy(db, parent_id))
  return { id, before, after: { ...before, ...change } as PolicySettings }
}
