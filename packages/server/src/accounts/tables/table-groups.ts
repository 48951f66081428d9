import type { tableGroups as contract, GroupTableRow } from '@holdfast/api/accounts/account-tables'
import type { Action } from '@holdfast/api/accounts/organization-may'
import type { GroupId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { formatUtc } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { named } from '../../platform/db/table/named.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { nameKey } from '../../records/names.ts'
import { wordsIn } from '../../records/words.ts'
import { authorizeScope, nameOf, wishOf } from './open-table.ts'
import { openDirectories, openPlaces } from './places.ts'
import * as rows from './queries.ts'

type Params = ParamsOf<typeof contract>

const SORTS = { name: 'name_key', members: 'members_count' }
const MAY = ['people.change', 'files.let_in'] as const satisfies readonly Action[]

/** The groups of an organization, or of it and all below, for its administrators. */
export async function openGroupTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<GroupTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  const { q = '', directory, person, sort } = params
  const filters = [
    ...(q.trim() === '' ? [] : [named('group', wordsIn(q))]),
    ...(directory === undefined ? [] : [rows.ofDirectory('person_group', directory)]),
    ...(person === undefined ? [] : [rows.withMember(person)]),
  ]
  return {
    list: listNamed('groups', params),
    wish: wishOf(rows.GROUPS, scope, SORTS, { sort, filters }),
    startKey: nameOf(params.sort) === 'name' ? nameKey : undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as GroupId[]),
  }
}

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: GroupId[]): Promise<GroupTableRow[]> {
  const db = ctx.db.read
  const groups = new Map((await rows.listShownGroups(db, ids)).map((group) => [group.id, group]))
  const listed = ids.flatMap((id) => groups.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const directoryOf = await openDirectories(db, listed)
  const counts = new Map((await rows.countInGroups(db, ids)).map((row) => [row.id, row]))
  return listed.map((group) => ({
    id: group.id,
    name: group.name,
    organization: places.organizationOf(group),
    members: group.members_count,
    member_groups: Number(counts.get(group.id)?.member_groups ?? 0),
    shares: Number(counts.get(group.id)?.shares ?? 0),
    directory: directoryOf(group),
    created: formatUtc(group.created_at),
    may: places.mayAt(group, MAY),
  }))
}
