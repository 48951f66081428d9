import type { OrganizationId } from '@holdfast/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import { isPostgres } from '../locking.ts'
import {
  all,
  behind,
  type Condition,
  type Course,
  type Filter,
  type FoundRow,
  inOrder,
  inScope,
  keyOf,
  type Listed,
  type Place,
  type Scope,
  type Sort,
  upTo,
  waysBehind,
  withinPath,
} from './listed.ts'

type Row = { id: number; sort_key: string | number; fits: number }
type RowOf = Row & { organization_id: OrganizationId }

const fit = (conditions: readonly Condition[]): RawBuilder<number> =>
  conditions.length === 0 ? sql`1` : sql`case when ${all(conditions)} then 1 else 0 end`

const foundRow = ({ id, sort_key, fits }: Row): FoundRow => ({ id, key: sort_key, fits: fits === 1 })

/** How many ids an index finds, as far as they are worth counting. */
export async function countFound(
  db: Db,
  found: NonNullable<Filter['found']>,
  scope: Scope,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${found(scope)} limit ${most}) as f`.execute(db)
  return Number(rows[0]?.count)
}

/** How many rows a list has, and over how many organizations, by what these keep count of; or up to `most`, counted. */
export async function countListed(
  db: Db,
  { counter, table, base }: Listed,
  scope: Scope,
  most: number,
): Promise<{ rows: number; organizations: number }> {
  const condition = 'path' in scope ? withinPath(scope.path) : sql`o.id = ${scope.organizationId}`
  const counted = counter
    ? sql`sum(o.${sql.ref(counter)})`
    : sql`(select count(*) from (
        select 1 from ${sql.table(table)} t where ${inScope('t.organization_id', scope)} and ${base} limit ${most}) as c)`
  const { rows } = await sql<{ rows: number | null; organizations: number }>`
    select ${counted} as rows, count(*) as organizations from organization o
    where ${condition}`.execute(db)
  return { rows: Number(rows[0]?.rows), organizations: Number(rows[0]?.organizations) }
}

/** Of few rows that were found in some way, those that fit, sorted. */
export async function sortFound(
  db: Db,
  { table, base }: Listed,
  wish: Course & { scope: Scope; found: RawBuilder<{ id: number }>; conditions: readonly Condition[] },
  limit: number,
): Promise<FoundRow[]> {
  const conditions = [inScope('t.organization_id', wish.scope), base, ...wish.conditions, behind(wish)]
  const { rows } = await sql<Row>`
    with given as materialized (${wish.found})
    select t.id as id, ${keyOf(wish.sort)} as sort_key, 1 as fits
    from (select distinct id from given) as f cross join ${sql.table(table)} t
    where t.id = f.id and ${all(conditions)} order by ${inOrder(wish, 'result')} limit ${limit}`.execute(db)
  return rows.map(foundRow)
}

/** The first rows behind a place, by an index. */
function limited(
  { table }: Listed,
  columns: RawBuilder<unknown>,
  wish: Course & { conditions: readonly Condition[] },
  limit: number,
): RawBuilder<unknown> {
  const parts = waysBehind(wish).map(
    (way) => sql`
      select * from (
        select ${columns} from ${sql.table(table)} t where ${all([...wish.conditions, ...way])}
        order by ${inOrder(wish, 't')} limit ${limit}
      ) as part`,
  )
  return sql.join(parts, sql` union all `)
}

/** The next rows of one organization, with whether they fit. */
export async function nextOfOne(
  db: Db,
  listed: Listed,
  wish: Course & { organizationId: OrganizationId; conditions: readonly Condition[] },
  limit: number,
): Promise<FoundRow[]> {
  const conditions = [sql<boolean>`t.organization_id = ${wish.organizationId}`, listed.base]
  const { rows } = await sql<Row>`
    select * from (${limited(listed, columnsOf(wish), { ...wish, conditions }, limit)}) as found
    order by ${inOrder(wish, 'result')} limit ${limit}`.execute(db)
  return rows.map(foundRow)
}

const columnsOf = ({ sort, conditions }: { sort: Sort; conditions: readonly Condition[] }) =>
  sql`t.id as id, ${keyOf(sort)} as sort_key, ${fit(conditions)} as fits`

/** An organization may have more than so many of the next rows of a list only if nobody asks for less. */
const LEAST_OF_EACH = 101

/**
 * The next rows of all organizations below one, at least one if there are any: of each only the first is looked at, then
 * more of those whose first comes before the others. What it costs grows with the organizations, not with their rows.
 */
export async function nextOfMany(
  db: Db,
  listed: Listed,
  wish: Course & { path: string; conditions: readonly Condition[] },
  limit: number,
): Promise<FoundRow[]> {
  const firsts = await nextOfEach(db, listed, { ...wish, of: withinPath(wish.path), each: 1 }, limit)
  const furthest = firsts.at(-1)
  if (!furthest) return []
  // Among so many organizations nothing behind the last of the firsts can be one of the next rows.
  const last = firsts.length === limit ? { key: furthest.sort_key, id: furthest.id } : undefined
  const each = last ? limit : Math.min(limit, Math.max(LEAST_OF_EACH, Math.ceil((4 * limit) / firsts.length)))
  const of = sql<boolean>`o.id in (${sql.join(firsts.map(({ organization_id }) => organization_id))})`
  const rows = await nextOfEach(db, listed, { ...wish, of, each, last }, limit)
  return upToFirstCut(rows, each).map(foundRow)
}

/** Behind the row by which an organization reached its share, rows of it may be missing. */
function upToFirstCut(rows: readonly RowOf[], each: number): readonly RowOf[] {
  const counts = new Map<OrganizationId, number>()
  for (const [n, { organization_id: id }] of rows.entries()) {
    const count = (counts.get(id) ?? 0) + 1
    if (count === each) return rows.slice(0, n + 1)
    counts.set(id, count)
  }
  return rows
}

/** Up to so many of the next rows of each of some organizations, merged. */
async function nextOfEach(
  db: Db,
  listed: Listed,
  wish: Course & {
    of: Condition
    conditions: readonly Condition[]
    each: number
    last?: Place | undefined
  },
  limit: number,
): Promise<RowOf[]> {
  const { of, each, last } = wish
  const own = [sql<boolean>`t.organization_id = o.id`, listed.base, ...(last ? [upTo(wish, last)] : [])]
  const rows = (columns: RawBuilder<unknown>) => limited(listed, columns, { ...wish, conditions: own }, each)
  const order = inOrder(wish, 'result')
  // SQLite has no lateral joins, but looks up the rows of a list that it makes for each organization.
  const found = isPostgres(db)
    ? await sql<RowOf>`
      select o.id as organization_id, r.* from organization o cross join lateral (${rows(columnsOf(wish))}) as r
      where ${of} order by ${order} limit ${limit}`.execute(db)
    : await sql<RowOf>`
      select o.id as organization_id, ${columnsOf(wish)} from organization o cross join ${sql.table(listed.table)} t
      where ${of} and t.id in (${rows(sql`t.id`)}) order by ${order} limit ${limit}`.execute(db)
  return found.rows
}
