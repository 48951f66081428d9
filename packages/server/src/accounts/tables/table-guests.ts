import type { tableGuests as contract, GuestTableRow } from '@holdfast/api/accounts/account-tables'
import type { Action } from '@holdfast/api/accounts/organization-may'
import type { GuestId, PersonId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { formatUtc } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Filter } from '../../platform/db/table/listed.ts'
import { named } from '../../platform/db/table/named.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { displayName, nameKeyOf } from '../../records/people.ts'
import { wordsIn } from '../../records/words.ts'
import { authorizeScope, nameOf, wishOf } from './open-table.ts'
import { openPlaces } from './places.ts'
import * as rows from './queries.ts'
import { dayOf } from './table-persons.ts'

type Params = ParamsOf<typeof contract>

const SORTS = { name: 'last_name_key', email: 'email_key', seen: 'seen_at', created: 'id' }
const MAY = [
  'people.add',
  'people.change',
  'people.delete',
  'people.take_over',
] as const satisfies readonly Action[]

/** The guests of an organization, or of it and all below, for its administrators. */
export async function openGuestTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<GuestTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  return {
    list: listNamed('guests', params),
    wish: wishOf(rows.GUESTS, scope, SORTS, { sort: params.sort, filters: filtersOf(params) }),
    startKey: nameOf(params.sort) === 'name' ? nameKeyOf : undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as PersonId[]),
  }
}

const filtersOf = ({ q = '', invited_by, never, seen_before }: Params): Filter[] => [
  ...(q.trim() === '' ? [] : [named('person', wordsIn(q))]),
  ...(invited_by === undefined ? [] : [rows.invitedBy(invited_by)]),
  ...(never ? [rows.neverSeen(1)] : []),
  ...(seen_before === undefined ? [] : [rows.seenBefore(1, dayOf(seen_before))]),
]

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: PersonId[]): Promise<GuestTableRow[]> {
  const db = ctx.db.read
  const guests = new Map((await rows.listShownPersons(db, ids)).map((guest) => [guest.id, guest]))
  const listed = ids.flatMap((id) => guests.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const makers = listed.map(({ creator_id }) => creator_id).filter((id) => id !== null)
  const names = new Map((await rows.listNames(db, [...new Set(makers)])).map((row) => [row.id, row]))
  const links = new Map((await rows.countLinksFor(db, ids)).map((row) => [row.id, Number(row.count)]))
  return listed.map((guest) => {
    const maker = guest.creator_id === null ? undefined : names.get(guest.creator_id)
    return {
      // A guest is known to the outside by a number of its own kind.
      id: guest.id as number as GuestId,
      name: displayName(guest),
      organization: places.organizationOf(guest),
      email: guest.email,
      invited_by: maker ? { id: maker.id, name: displayName(maker) } : null,
      links: links.get(guest.id) ?? 0,
      seen_at: guest.seen_at > 0 ? formatUtc(guest.seen_at) : null,
      created: formatUtc(guest.created_at),
      may: places.mayAt(guest, MAY),
    }
  })
}
