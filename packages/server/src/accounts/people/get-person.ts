import type { PersonId } from '@holdfast/api/ids'
import { authorizeAccount } from '../../access/administration.ts'
import { lookForGuessable } from '../../access/guessable.ts'
import { listRootsOfAccounts } from '../../access/visible-roots.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findPerson, findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'
import { personView } from './view.ts'

/** An account by id, or by address: what is only digits is an id. */
export async function getPerson(ctx: Ctx, who: PersonPrincipal, ref: string) {
  const db = ctx.db.read
  const id = idIn(ref) as PersonId | undefined
  if (id !== undefined) return personViewOf(ctx, who, await authorizeAccount(db, who, id))
  return lookForGuessable(ctx, who, 'person with this address', async () => {
    const found = (await findPersonByEmail(db, ref)) ?? fail('not_found')
    return personViewOf(ctx, who, await authorizeAccount(db, who, found.id))
  })
}

export const getOwnPerson = (ctx: Ctx, who: PersonPrincipal) => getPersonView(ctx, who, who.personId)

/** For callers who have shown that they may see this account. */
export async function getPersonView(ctx: Ctx, who: PersonPrincipal, id: PersonId) {
  const db = ctx.db.read
  return personViewOf(ctx, who, (await findPerson(db, id)) ?? noSuch(`person ${id}`))
}

async function personViewOf(ctx: Ctx, who: PersonPrincipal, person: PersonRow) {
  const [view] = await personViews(ctx, who, [person])
  return view ?? noSuch(`person ${person.id}`)
}

/** Persons of one organization. */
export async function personViews(ctx: Ctx, who: PersonPrincipal, persons: readonly PersonRow[]) {
  const db = ctx.db.read
  const [first] = persons
  if (!first) return []
  const policy = await getPolicy(db, first.organization_id)
  const roots = await listRootsOfAccounts(
    db,
    who,
    persons.map(({ id }) => id),
  )
  return persons.map((person) => personView(person, roots.get(person.id) ?? [], policy, ctx.now()))
}
