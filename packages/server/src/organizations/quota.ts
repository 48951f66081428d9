import type { Tx } from '../db/database.ts'
import { fail } from '../errors.ts'
import type { RootRow } from '../files/queries.ts'
import { listRootsOfPerson } from '../files/queries.ts'
import { findPerson } from '../people/queries.ts'
import { parsePolicy } from './policy.ts'
import { addStoredSize } from './queries.ts'

/** Counts bytes newly stored for a root. Throws `policy_error` over the person's or the organization's quota. */
export async function chargeStorage(tx: Tx, root: RootRow, bytes: number): Promise<void> {
  if (bytes === 0) return
  if (root.person_id !== null) {
    const owner = await findPerson(tx, root.person_id)
    if (owner?.space_quota != null) {
      const roots = await listRootsOfPerson(tx, root.person_id)
      const used = roots.reduce((sum, { stored_size }) => sum + stored_size, 0)
      if (used > owner.space_quota)
        fail('policy_error', 'The space of this account is used up (space_quota).')
    }
  }
  const { stored_size, policy } = await addStoredSize(tx, root.organization_id, bytes)
  if (stored_size > parsePolicy(policy).space_quota)
    fail('policy_error', 'The space of this organization is used up (space_quota).')
}
