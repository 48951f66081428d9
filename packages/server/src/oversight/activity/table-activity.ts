import type { ParamsOf } from '@holdfast/api/operation'
import type { ActivityTableRow, tableActivity as contract } from '@holdfast/api/oversight/activity-table'
import { type Instant, MINUTE_MS, parseUtc } from '@holdfast/api/time'
import { withoutHiddenNames } from '../../access/activity.ts'
import { authorizeScope } from '../../accounts/tables/open-table.ts'
import { openPlaces } from '../../accounts/tables/places.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/db/table/listed.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { groupOf, typesOf } from '../../records/activity/kinds.ts'
import { activityView } from '../../records/activity/view.ts'
import * as rows from './queries.ts'
import { type Course, readActivity } from './read-activity.ts'

export type ActivityParams = Omit<ParamsOf<typeof contract>, 'limit' | 'cursor' | 'count'>

/** More types than these are found by walking past the others. */
const TYPES_BY_INDEX = 8
/** Servers' clocks may differ by less, so records may come in another order than their times by as much. */
const CLOCKS_DIFFER = 10 * MINUTE_MS

/** The records of an organization, or of it and all below, newest first, for its administrators. */
export async function openActivityTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ActivityParams,
): Promise<Table<ActivityTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  const db = ctx.db.read
  const course = await courseOf(db, scope, params)
  const part = { sort: '-created', limit: 0, count: false, format: 'json' } as const
  return {
    list: listNamed('activity', { ...params, ...part }),
    wish: {
      read: readActivity(db, course),
      sort: { descending: true },
      total: isNarrow(params) ? undefined : await rows.countRecords(db, scope),
    },
    startKey: undefined,
    rowsOf: (ids) => rowsOf(db, who, ids),
  }
}

const isNarrow = ({ kind, type_ids, actor, acted_on, device, root, from, to }: ActivityParams): boolean =>
  [kind, type_ids, actor, acted_on, device, root, from, to].some((value) => value !== undefined)

/** By which index it is walked: the first that finds little. What the others would find is looked at on the way. */
async function courseOf(db: Db, scope: Scope, params: ActivityParams): Promise<Course> {
  const { actor, acted_on, device, root } = params
  const types = typesIn(params)
  const [from, to] = [timeIn(params.from), timeIn(params.to)]
  const [narrowest, ...others] = [
    ...(actor === undefined ? [] : [rows.of('actor_person_id', actor)]),
    ...(acted_on === undefined ? [] : [rows.of('acted_on_person_id', acted_on)]),
    ...(device === undefined ? [] : [rows.ofDevice(device)]),
    ...(root === undefined ? [] : [rows.of('acted_on_root_id', root)]),
  ]
  const times = [
    ...(from === undefined ? [] : [rows.isFrom(from)]),
    ...(to === undefined ? [] : [rows.isBefore(to)]),
  ]
  const ofTypes = types ? [rows.isOfType(types)] : []
  const within = rows.isIn(scope)
  const between = (by: rows.Position) => findBounds(db, by, scope, from, to)
  if (narrowest || 'path' in scope) {
    const conditions = [...others.map(({ is }) => is), ...times, ...ofTypes, within]
    return { by: 'id', ways: narrowest?.ways ?? [rows.ANYTHING], conditions, ...(await between('id')) }
  }
  const bounds = await between('seq')
  if (!types || types.length === 0 || types.length > TYPES_BY_INDEX)
    return { by: 'seq', ways: [within], conditions: [...times, ...ofTypes], ...bounds }
  const ways = types.map((id) => rows.both(within, rows.isOfType([id])))
  return { by: 'seq', ways, conditions: times, ...bounds }
}

const typesIn = ({ kind, type_ids }: ActivityParams): number[] | undefined => {
  if (kind === undefined) return type_ids && [...new Set(type_ids)]
  const ofKind = typesOf(kind)
  return type_ids ? ofKind.filter((id) => type_ids.includes(id)) : ofKind
}

/** The time was looked at when the parameters were read. */
const timeIn = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : parseUtc(text)

/** The positions of two times, found by halving: what is newer or older is not walked over. */
async function findBounds(
  db: Db,
  by: rows.Position,
  scope: Scope,
  from: Instant | undefined,
  to: Instant | undefined,
): Promise<Pick<Course, 'above' | 'under'>> {
  const organizationId = by === 'seq' && 'organizationId' in scope ? scope.organizationId : undefined
  const firstAt = async (time: Instant): Promise<number> => {
    let [low, high] = [1, (await rows.findLast(db, organizationId)) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = await rows.findFrom(db, organizationId, middle)
      if (!found || found.created_at >= time) high = middle
      else low = found.at + 1
    }
    return low
  }
  return {
    above: from === undefined ? 0 : (await firstAt(from - CLOCKS_DIFFER)) - 1,
    under: to === undefined ? Number.MAX_SAFE_INTEGER : await firstAt(to + CLOCKS_DIFFER),
  }
}

async function rowsOf(db: Db, who: PersonPrincipal, ids: readonly number[]): Promise<ActivityTableRow[]> {
  const found = new Map<number, Awaited<ReturnType<typeof rows.listRecords>>[number]>(
    (await rows.listRecords(db, ids)).map((row) => [row.id, row]),
  )
  const listed = ids.flatMap((id) => found.get(id) ?? [])
  const shown = await withoutHiddenNames(db, who, listed)
  const places = await openPlaces(
    db,
    who,
    listed.map((row) => ({ organization_id: row.acted_on_company_id })),
  )
  return shown.map((row) => ({
    ...activityView(row),
    number: row.seq,
    kind: groupOf(row.activity_type_id),
    organization: places.organizationOf({ organization_id: row.acted_on_company_id }),
  }))
}
