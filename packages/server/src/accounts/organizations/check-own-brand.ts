import { fail } from '../../errors.ts'
import type { OrganizationRow } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'

export function checkOwnBrand({ policy }: Pick<OrganizationRow, 'policy'>): void {
  if (!parsePolicy(policy).branding_enabled)
    fail('policy_error', 'The policy of the organization does not allow custom branding (branding_enabled).')
}
