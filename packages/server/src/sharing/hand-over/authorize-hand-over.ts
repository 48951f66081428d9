import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../../access/administration.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { PersonRow } from '../../records/people.ts'
import { listRootsOfPerson, type RootRow } from '../../records/roots.ts'

/** An account whose files are taken from it, and given to someone who may look at them then: it takes the right to do both. */
export async function authorizeHandOver(db: Db, who: PersonPrincipal, id: PersonId): Promise<PersonRow> {
  await authorizePerson(db, who, id, 'take_over')
  return authorizePerson(db, who, id, 'browse_files')
}

export const findOwnRoot = async (db: Db, id: PersonId): Promise<RootRow | undefined> =>
  (await listRootsOfPerson(db, id)).find(({ root_type }) => root_type === 'sync')
