import type { OrganizationId } from '@holdfast/api/ids'
import { checkNotDeleted } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { holdOrganization, type OrganizationRow } from '../../records/organizations.ts'

/** Holds an organization. While it is being closed, nobody else decides whether it is active. */
export async function checkNotClosing(tx: Tx, id: OrganizationId): Promise<OrganizationRow> {
  await holdOrganization(tx, id)
  const organization = await checkNotDeleted(tx, id)
  if (organization.closes_at !== null)
    fail('policy_error', 'The organization is being closed. Cancel closing first.')
  return organization
}
