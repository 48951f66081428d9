import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { listRootsOfPerson } from '../files/queries.ts'
import { getPolicy } from '../organizations/policy.ts'
import { findPerson } from './queries.ts'
import { personView } from './view.ts'

export async function getOwnPerson(ctx: Ctx, who: Principal) {
  if (who.kind !== 'person') return fail('forbidden')
  const db = ctx.db.read
  const person = (await findPerson(db, who.personId)) ?? fail('not_found')
  const roots = await listRootsOfPerson(db, person.id)
  return personView(person, roots, await getPolicy(db, person.organization_id))
}
