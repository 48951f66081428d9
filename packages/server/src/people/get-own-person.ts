import type { PersonId } from '@holdfast/api/ids'
import type { PersonPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { listRootsOfPerson } from '../files/queries.ts'
import { getPolicy } from '../organizations/policy.ts'
import { findPerson } from './queries.ts'
import { personView } from './view.ts'

export const getOwnPerson = (ctx: Ctx, who: PersonPrincipal) => getPersonView(ctx, who.personId)

/** For callers who have shown that they may see this account. */
export async function getPersonView(ctx: Ctx, id: PersonId) {
  const db = ctx.db.read
  const person = (await findPerson(db, id)) ?? fail('not_found')
  const roots = await listRootsOfPerson(db, person.id)
  return personView(person, roots, await getPolicy(db, person.organization_id))
}
