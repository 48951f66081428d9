import type { Root } from '@holdfast/api/files/files'
import { ROLES_THAT_MANAGE } from '../../access/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { displayName } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'
import { listMembersWithRoles } from '../../records/share-members.ts'

const MOST = 20

/** Whom a member asks about a team share: by name, and only where people may find each other by name. */
export async function listManagers(
  db: Db,
  who: Principal,
  root: RootRow,
): Promise<NonNullable<Root['managers']>> {
  // Visitors of a link ask whoever sent it to them.
  if (root.root_type !== 'share' || who.kind !== 'person') return []
  if (!(await getPolicy(db, root.organization_id)).user_find_people) return []
  const managers = await listMembersWithRoles(db, root.id, ROLES_THAT_MANAGE, MOST)
  return managers.map((person) => ({ id: person.id, name: displayName(person) }))
}
