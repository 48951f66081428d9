import { fail } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MachineRow } from '../../records/machines.ts'
import { getPolicy } from '../../records/policy.ts'

/** Whether the organization of a machine lets file servers be. */
export async function checkFileServers(db: Db, { organization_id }: MachineRow): Promise<void> {
  if (!(await getPolicy(db, organization_id)).file_server_enabled)
    fail('policy_error', 'The policy of the organization does not allow this (file_server_enabled).')
}
