import type { AlertRuleId, OrganizationId } from '@holdfast/api/ids'
import { type Administered, authorizeOrganization } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import type { OrganizationRow } from '../../records/organizations.ts'
import { findRule, type RuleRow } from './rule-queries.ts'

export interface RulePath {
  organization_id: OrganizationId
  rule_id: AlertRuleId
}

/** A rule of an organization, for its administrators. */
export async function authorizeRule(
  db: Db,
  who: Principal,
  { organization_id, rule_id }: RulePath,
): Promise<{ organization: Administered<OrganizationRow>; rule: RuleRow }> {
  const organization = await authorizeOrganization(db, who, organization_id)
  const rule = await findRule(db, rule_id)
  if (rule?.organization_id !== organization_id) return noSuch(`alert rule ${rule_id}`)
  return { organization, rule }
}
