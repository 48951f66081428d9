import type { tablePersons as contract, PersonTableRow } from '@holdfast/api/accounts/account-tables'
import type { Action } from '@holdfast/api/accounts/organization-may'
import type { PersonId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { formatUtc, type Instant, parseDate } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Filter } from '../../platform/db/table/listed.ts'
import { named } from '../../platform/db/table/named.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { findCountedAt } from '../../records/counted-figures.ts'
import { displayName, nameKeyOf } from '../../records/people.ts'
import { wordsIn } from '../../records/words.ts'
import { quotaOf } from '../people/view.ts'
import { authorizeScope, nameOf, wishOf } from './open-table.ts'
import { openDirectories, openPlaces } from './places.ts'
import * as rows from './queries.ts'

type Params = ParamsOf<typeof contract>

const SORTS = {
  name: 'last_name_key',
  email: 'email_key',
  seen: 'seen_at',
  space: 'shown_space',
  created: 'id',
}
const MAY = [
  'people.change',
  'people.delete',
  'people.make_admin',
  'people.take_over',
  'files.browse',
  'files.let_in',
  'devices.view',
  'activity',
] as const satisfies readonly Action[]
const GROUPS_SHOWN = 3

/** The people of an organization, or of it and all below, for its administrators. */
export async function openPersonTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<PersonTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  const filters = filtersOf(ctx, who, params)
  return {
    list: listNamed('persons', params),
    wish: wishOf(rows.PERSONS, scope, SORTS, { sort: params.sort, filters }),
    startKey: nameOf(params.sort) === 'name' ? nameKeyOf : undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as PersonId[]),
    at: await findCountedAt(ctx.db.read, 'shown_space'),
  }
}

function filtersOf(ctx: Ctx, who: PersonPrincipal, params: Params): Filter[] {
  const { q = '', view, group, directory, seen_before, email_unverified } = params
  const views = {
    administrators: rows.administrators,
    locked: rows.lockedAt(ctx.now()),
    no_two_step: rows.withoutTwoStep,
    never: rows.neverSeen(0),
    disabled: rows.disabled,
  }
  const ofSignIn = seen_before !== undefined || (view && !['administrators', 'disabled'].includes(view))
  return [
    ...(q.trim() === '' ? [] : [named('person', wordsIn(q))]),
    ...(group === undefined ? [] : [rows.inGroup(group)]),
    ...(directory === undefined ? [] : [rows.ofDirectory('person', directory)]),
    ...(view === undefined ? [] : [views[view]]),
    ...(seen_before === undefined ? [] : [rows.seenBefore(0, dayOf(seen_before))]),
    ...(email_unverified ? [rows.emailUnverified] : []),
    ...(ofSignIn && !who.systemAdmin ? [rows.notSystemAdmin] : []),
  ]
}

export const dayOf = (text: string): Instant => parseDate(text) ?? fail('invalid_date_format')

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: PersonId[]): Promise<PersonTableRow[]> {
  const db = ctx.db.read
  const persons = new Map((await rows.listShownPersons(db, ids)).map((person) => [person.id, person]))
  const listed = ids.flatMap((id) => persons.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const directoryOf = await openDirectories(db, listed)
  const groups = Map.groupBy(await rows.listFirstGroups(db, ids, GROUPS_SHOWN), (row) => row.person_id)
  return listed.map((person) => {
    const own = groups.get(person.id) ?? []
    // How they sign in is not for those who may do nothing to them.
    const known = person.system_admin === 0 || who.systemAdmin
    const lockedUntil = known && (person.locked_until ?? 0) > ctx.now() ? person.locked_until : null
    return {
      id: person.id,
      name: displayName(person),
      organization: places.organizationOf(person),
      email: person.email,
      status: statusOf(person, lockedUntil),
      locked_until: lockedUntil === null ? null : formatUtc(lockedUntil),
      two_step: known ? person.two_step_mode !== null : null,
      role: person.system_admin ? 'system_administrator' : person.site_admin ? 'administrator' : 'member',
      seen_at: known && person.seen_at > 0 ? formatUtc(person.seen_at) : null,
      space: person.shown_space,
      quota: quotaOf(person, places.policyOf(person)),
      groups: own.map(({ id, name }) => ({ id, name })),
      groups_total: Number(own[0]?.total ?? 0),
      directory: directoryOf(person),
      email_verified: person.email_verified_at !== null,
      phone: person.mobile_phone,
      created: formatUtc(person.created_at),
      may: known ? places.mayAt(person, MAY).filter((action) => isForOthers(who, person.id, action)) : [],
    }
  })
}

/** Nobody deletes the own account. */
const isForOthers = (who: PersonPrincipal, id: PersonId, action: Action): boolean =>
  action !== 'people.delete' || id !== who.personId

function statusOf(person: rows.ShownPerson, lockedUntil: Instant | null): PersonTableRow['status'] {
  if (!person.active) return 'disabled'
  if (lockedUntil !== null) return 'locked'
  const { password_hash, auth_source_id, first_came_at } = person
  return password_hash === null && auth_source_id === null && first_came_at === null ? 'invited' : 'active'
}
