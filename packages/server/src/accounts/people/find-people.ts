import { type FoundPerson, MOST_FOUND } from '@holdfast/api/accounts/directory'
import type { OrganizationId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'
import { administers, authorizeOrganizationView } from '../../access/administration.ts'
import { busy, fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { displayName, emailKey, listPeopleNamed, nameKeyOf } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'

/** Enough for anyone who types names all day, and far too little to write an organization down. */
const A_MINUTE = { most: 60, ms: MINUTE_MS }

/** People of an organization whose names or addresses begin with something, to share with. */
export async function findPeople(
  ctx: Ctx,
  who: PersonPrincipal,
  { organization_id: id, q }: { organization_id: OrganizationId; q: string },
): Promise<{ results: FoundPerson[] }> {
  const db = ctx.db.read
  await authorizeOrganizationView(db, who, id)
  if (!(await getPolicy(db, id)).user_find_people && !(await administers(db, who, id)))
    fail('forbidden', 'The policy of the organization does not allow this (user_find_people).')
  const [name, address] = [nameKeyOf(q), emailKey(q)]
  if ([...name].length < 2) refuse('q', 'expected: at least two letters')
  const wait = await ctx.limits.take(`names found by ${who.personId}`, A_MINUTE)
  if (wait !== undefined) busy('Too many searches for people. Try again in a minute.', wait)
  const people = await listPeopleNamed(db, id, { name, address }, MOST_FOUND)
  return {
    results: people.map((person) => ({
      type: 'person',
      id: person.id,
      name: displayName(person),
      email: person.email,
    })),
  }
}
