import { type Instant, parseUtc } from '@holdfast/api/time'
import type { OrganizationRow } from '../records/organizations.ts'
import { parsePolicy } from '../records/policy.ts'

/** The limit, set from above, that keeps an organization from having one more below it. */
export function limitOnOrganizations(
  parent: Pick<OrganizationRow, 'policy' | 'children_count'>,
  at: Instant,
): 'num_orgs_maximum' | 'create_orgs_until' | undefined {
  const { num_orgs_maximum: most, create_orgs_until: until } = parsePolicy(parent.policy)
  if (most !== null && parent.children_count >= most) return 'num_orgs_maximum'
  if (until !== null && (parseUtc(until) ?? Infinity) <= at) return 'create_orgs_until'
  return undefined
}
