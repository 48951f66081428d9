import type { Action } from '@holdfast/api/accounts/organization-may'
import type { RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type { tableShares as contract, ShareTableRow } from '@holdfast/api/oversight/share-table'
import { formatUtc } from '@holdfast/api/time'
import { authorizeScope, nameOf, wishOf } from '../../accounts/tables/open-table.ts'
import { openPlaces } from '../../accounts/tables/places.ts'
import { dayOf } from '../../accounts/tables/table-persons.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Filter } from '../../platform/db/table/listed.ts'
import { SHARES } from '../../platform/db/table/lists.ts'
import { named } from '../../platform/db/table/named.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { findCountedAt } from '../../records/counted-figures.ts'
import { nameKey } from '../../records/names.ts'
import { displayName } from '../../records/people.ts'
import { wordsIn } from '../../records/words.ts'
import * as rows from './queries.ts'

type Params = ParamsOf<typeof contract>

const SORTS = { name: 'name_key', space: 'shown_space', changed: 'shown_change', created: 'id' }
const MAY = ['files.browse', 'files.let_in', 'links.close'] as const satisfies readonly Action[]
const OWNERS_SHOWN = 3
const VIEWS: Record<NonNullable<Params['view']>, Filter> = {
  external: rows.withExternal,
  no_co_owner: rows.withoutOwner,
}

/** The team shares of an organization, or of it and all below, for its administrators. */
export async function openShareTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<ShareTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  return {
    list: listNamed('shares', params),
    wish: wishOf(SHARES, scope, SORTS, { sort: params.sort, filters: filtersOf(params) }),
    startKey: nameOf(params.sort) === 'name' ? nameKey : undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as RootId[]),
    at: await findCountedAt(ctx.db.read, 'shares'),
  }
}

const filtersOf = ({ q = '', root, group, view, changed_before }: Params): Filter[] => [
  ...(q.trim() === '' ? [] : [named('share', wordsIn(q))]),
  ...(root === undefined ? [] : [rows.only(root)]),
  ...(group === undefined ? [] : [rows.withGroup(group)]),
  ...(view === undefined ? [] : [VIEWS[view]]),
  ...(changed_before === undefined ? [] : [rows.changedBefore(dayOf(changed_before))]),
]

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: RootId[]): Promise<ShareTableRow[]> {
  const db = ctx.db.read
  const shares = new Map((await rows.listShown(db, ids)).map((share) => [share.id, share]))
  const listed = ids.flatMap((id) => shares.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const counts = new Map((await rows.countMembers(db, ids)).map((row) => [row.id, row]))
  const owners = Map.groupBy(await rows.listFirstOwners(db, ids, OWNERS_SHOWN), ({ root_id }) => root_id)
  return listed.map((share) => {
    const { people = 0, groups = 0, external = 0 } = counts.get(share.id) ?? {}
    return {
      id: share.id,
      name: share.name,
      organization: places.organizationOf(share),
      people: Number(people),
      groups: Number(groups),
      external: Number(external),
      owners: (owners.get(share.id) ?? []).map((owner) => ({ id: owner.id, name: displayName(owner) })),
      space: share.shown_space,
      changed_at: share.shown_change > 0 ? formatUtc(share.shown_change) : null,
      created: formatUtc(share.created_at),
      may: places.mayAt(share, MAY),
    }
  })
}
