import type { PersonId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { listRootsOfPerson, type RootRow } from '../records/roots.ts'
import { listSharesOfPerson, listSubscribedRoots } from '../records/shares.ts'
import { listAdministered } from './administration.ts'
import { isClosedTo, permissionsIn, permissionsOfRoles } from './permissions.ts'

/**
 * The roots that are someone's to follow: those it has a part in itself. What administrators may look into is not
 * among them, as it is not theirs and could be everything.
 */
export async function listVisibleRoots(db: Db, who: PersonPrincipal): Promise<RootRow[]> {
  const visible: RootRow[] = []
  for (const root of await listRootsOfPerson(db, who.personId))
    if ((await permissionsIn(db, root, who)).has('FILE_VIEW')) visible.push(root)
  for (const { root, roles } of await sharesOf(db, who)) {
    if (!permissionsOfRoles(roles, who.web === true).has('FILE_VIEW')) continue
    if (!(await isClosedTo(db, who.organizationId, root, who.at))) visible.push(root)
  }
  return visible.sort((a, b) => a.id - b.id)
}

/**
 * The roots of each of these accounts, as far as someone is to know of them: one's own all, those of others where one
 * administers the organization that has them. However many accounts there are, it takes two statements.
 */
export async function listRootsOfAccounts(
  db: Db,
  who: PersonPrincipal,
  ids: readonly PersonId[],
): Promise<Map<PersonId, RootRow[]>> {
  const roots = await listSubscribedRoots(db, ids)
  const ofOthers = roots.filter((root) => root.subscriber_id !== who.personId)
  const owners = new Set(ofOthers.map((root) => root.organization_id))
  const administered = await listAdministered(db, who, [...owners])
  const known = roots.filter(
    (root) => root.subscriber_id === who.personId || administered.has(root.organization_id),
  )
  return Map.groupBy(known, (root) => root.subscriber_id)
}

async function sharesOf(db: Db, { personId }: PersonPrincipal) {
  const shares = new Map<RootRow['id'], { root: RootRow; roles: Role[] }>()
  for (const { share_role, ...root } of await listSharesOfPerson(db, personId)) {
    const known = shares.get(root.id)
    if (known) known.roles.push(share_role)
    else shares.set(root.id, { root, roles: [share_role] })
  }
  return shares.values()
}
