import type { Db } from '../db/database.ts'
import { listRootsOfPerson, type RootRow } from '../roots/queries.ts'
import { permissionsIn } from './permissions.ts'
import type { PersonPrincipal } from './principal.ts'

/**
 * The roots that are someone's to follow: those it has a part in itself. What administrators may look into is not
 * among them, as it is not theirs and could be everything.
 */
export async function listVisibleRoots(db: Db, who: PersonPrincipal): Promise<RootRow[]> {
  const roots = await listRootsOfPerson(db, who.personId)
  return roots.filter((root) => permissionsIn(root, who).has('FILE_VIEW'))
}
