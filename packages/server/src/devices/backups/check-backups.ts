import type { OrganizationId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { getPolicy } from '../../records/policy.ts'

/** Refuses what makes or continues backups where the policy has none. */
export async function checkBackups(db: Db, organizationId: OrganizationId): Promise<void> {
  if (!(await getPolicy(db, organizationId)).backups_enabled)
    fail('policy_error', 'The policy of the organization does not allow this (backups_enabled).')
}
