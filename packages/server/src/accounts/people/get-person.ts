import type { PersonId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { authorizeAccount } from '../../access/administration.ts'
import { lookForGuessable } from '../../access/guessable.ts'
import { namingBackups } from '../../access/machines.ts'
import { listRootsOfAccounts } from '../../access/visible-roots.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findPerson, findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'
import { findSignInState } from '../../records/sign-in-tries.ts'
import { personView } from './view.ts'

/** An account by id, or by address: what is only digits is an id. */
export async function getPerson(ctx: Ctx, who: PersonPrincipal, ref: string, withState = false) {
  const db = ctx.db.read
  const id = idIn(ref) as PersonId | undefined
  const view = async (person: PersonRow) => ({
    ...(await personViewOf(ctx, who, person)),
    ...(withState && (await stateOf(ctx, person))),
  })
  if (id !== undefined) return view(await authorizeAccount(db, who, id))
  return lookForGuessable(ctx, who, 'person with this email address', async () => {
    const found = (await findPersonByEmail(db, ref)) ?? fail('not_found')
    return view(await authorizeAccount(db, who, found.id))
  })
}

export const getOwnPerson = (ctx: Ctx, who: PersonPrincipal, withState = false) =>
  getPerson(ctx, who, String(who.personId), withState)

/** How an account signs in, for itself and for those who look after it. */
async function stateOf(ctx: Ctx, { id, two_step_mode, auth_source_id }: PersonRow) {
  const { lockedUntil, signedInAt } = await findSignInState(ctx.db.read, id, ctx.now())
  const shown = (at: Instant | undefined) => (at === undefined ? null : formatUtc(at))
  return { two_step_mode, locked_until: shown(lockedUntil), last_login: shown(signedInAt), auth_source_id }
}

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
  const views: ReturnType<typeof personView>[] = []
  for (const person of persons) {
    const shown = await namingBackups(db, who, roots.get(person.id) ?? [])
    views.push(personView(person, shown, policy, ctx.now()))
  }
  return views
}
