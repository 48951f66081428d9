import { type Found, type FoundThing, MOST_OF_A_KIND } from '@holdfast/api/accounts/find'
import type { GroupId, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { busy, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Listed } from '../../platform/db/table/listed.ts'
import { MACHINES, SHARES } from '../../platform/db/table/lists.ts'
import { named } from '../../platform/db/table/named.ts'
import type { NamedKind } from '../../platform/db/tables/people.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { readListed } from '../../platform/table/read-listed.ts'
import { named as namedMachine } from '../../records/machines.ts'
import { listWithin } from '../../records/organization-tree.ts'
import { displayName, nameKeyOf } from '../../records/people.ts'
import { hasWords, wordsIn } from '../../records/words.ts'
import { openPlaces } from './places.ts'
import * as rows from './queries.ts'

/** Enough for anyone who types names all day. */
const A_MINUTE = { most: 60, ms: MINUTE_MS }
const LEAST_SIGNS = 2

type Kind = FoundThing['kind']
/** What was found, before it is known what its organization is called. */
type Thing = Omit<FoundThing, 'organization'> & { organization_id: OrganizationId }

interface Sought {
  kind: Exclude<Kind, 'organization'>
  listed: Listed
  words: NamedKind
  /** The order of those that are shown, where there are more. */
  column: string
  thingsOf: (db: Db, ids: number[]) => Promise<Omit<Thing, 'kind'>[]>
}

const personsOf = async (db: Db, ids: number[]) =>
  (await rows.listShownPersons(db, ids as PersonId[])).map((person) => ({
    id: person.id as number,
    organization_id: person.organization_id,
    name: displayName(person),
    detail: person.email,
    owner_id: null,
  }))

const SOUGHT: readonly Sought[] = [
  { kind: 'person', listed: rows.PERSONS, words: 'person', column: 'last_name_key', thingsOf: personsOf },
  { kind: 'guest', listed: rows.GUESTS, words: 'person', column: 'last_name_key', thingsOf: personsOf },
  {
    kind: 'group',
    listed: rows.GROUPS,
    words: 'group',
    column: 'name_key',
    thingsOf: async (db, ids) =>
      (await rows.listShownGroups(db, ids as GroupId[])).map(({ id, organization_id, name }) => ({
        id,
        organization_id,
        name,
        detail: null,
        owner_id: null,
      })),
  },
  {
    kind: 'machine',
    listed: MACHINES,
    words: 'machine',
    column: 'name_key',
    thingsOf: async (db, ids) =>
      (await rows.listMachinesWithOwners(db, ids as MachineId[])).map((machine) => ({
        id: machine.id,
        organization_id: machine.organization_id,
        name: namedMachine(machine).name,
        detail: displayName(machine),
        owner_id: machine.person_id,
      })),
  },
  {
    kind: 'share',
    listed: SHARES,
    words: 'share',
    column: 'name_key',
    thingsOf: async (db, ids) =>
      (await rows.listShareNames(db, ids as RootId[])).map((share) => ({
        ...share,
        detail: null,
        owner_id: null,
      })),
  },
]

/** What someone administers, in the own organization and below, by the beginnings of words of its name. */
export async function findAdministered(ctx: Ctx, who: PersonPrincipal, { q }: { q: string }): Promise<Found> {
  const db = ctx.db.read
  const { path } = await authorizeOrganization(db, who, who.organizationId)
  const typed = wordsIn(q)
  if ([...typed.join('')].length < LEAST_SIGNS) refuse('q', 'expected: at least two letters or digits')
  const wait = await ctx.limits.take(`things found by ${who.personId}`, A_MINUTE)
  if (wait !== undefined) busy('Too many searches. Try again in a minute.', wait)
  const things = await organizationsNamed(db, path, typed)
  for (const sought of SOUGHT) things.push(...(await thingsNamed(db, path, typed, sought)))
  const places = await openPlaces(db, who, things)
  return {
    type: 'found',
    results: things.map(({ organization_id, ...thing }) => ({
      ...thing,
      organization: places.organizationOf({ organization_id }),
    })),
  }
}

async function organizationsNamed(db: Db, path: string, typed: readonly string[]): Promise<Thing[]> {
  const found = (await listWithin(db, path)).filter(({ name }) => hasWords(wordsIn(name), typed))
  const key = ({ name }: { name: string }) => Buffer.from(nameKeyOf(name))
  return found
    .toSorted((one, other) => key(one).compare(key(other)))
    .slice(0, MOST_OF_A_KIND)
    .map(({ id, name }) => ({
      kind: 'organization',
      id,
      organization_id: id,
      name,
      detail: null,
      owner_id: null,
    }))
}

async function thingsNamed(
  db: Db,
  path: string,
  typed: readonly string[],
  { kind, listed, words, column, thingsOf }: Sought,
): Promise<Thing[]> {
  const sort = { column, descending: false }
  const wish = { listed, scope: { path }, sort, filters: [named(words, typed)] }
  const read = await readListed(db, wish)
  const { found } = await read({ from: undefined, back: false, limit: MOST_OF_A_KIND })
  const ids = found.map(({ row }) => row)
  const known = new Map((await thingsOf(db, ids)).map((thing) => [thing.id, thing]))
  return ids.flatMap((id) => known.get(id) ?? []).map((thing) => ({ kind, ...thing }))
}
