import type { OrganizationId } from '@holdfast/api/ids'
import { type RawBuilder, sql } from 'kysely'

/** Where a row stands in a sorted list: equal keys stand in the order of their ids. */
export interface Place {
  key: string | number
  id: number
}

/** A condition on a row, which is called `t`. */
export type Condition = RawBuilder<boolean>

/** Whose rows a list has: those of one organization, or of all that a path leads through. */
export type Scope = { organizationId: OrganizationId } | { path: string }

/** A list of rows that belong to organizations. */
export interface Listed {
  table: 'person' | 'person_group' | 'machine' | 'root' | 'share_link'
  /** What makes a row one of it, in the words of the indexes. */
  base: Condition
  /** Where organizations keep count of its rows; none: they are few enough to be counted by an index. */
  counter?: 'persons_count' | 'guests_count' | 'groups_count' | 'machines_count' | 'shares_count'
}

/**
 * A column that an index keeps in order with the id behind it, for each organization; or the id alone; or what an index keeps
 * in place of a column that can be empty.
 */
export interface Sort {
  column: string | RawBuilder<unknown>
  descending: boolean
}

export interface Filter {
  where: Condition
  /** Statement for the ids that an index finds by it, in a scope or beyond. None: only looking at rows tells. */
  found?: (scope: Scope) => RawBuilder<{ id: number }>
  /** Whether it finds more than is let through. */
  loose?: boolean
}

/** A row as reading finds it. */
export interface FoundRow extends Place {
  /** Whether filters let it through. */
  fits: boolean
}

/** Reading goes on behind `from`, if it is given, in the order of the sort or, `back`, against it. */
export interface Course {
  sort: Sort
  from: Place | undefined
  back: boolean
}

/** Organizations below one have paths that begin as its own: `1/7/` comes before, and `1/70` behind all of them. */
export const withinPath = (path: string): Condition =>
  sql`o.path >= ${path} and o.path < ${`${path.slice(0, -1)}0`} and o.deleted_at is null`

/** Whether a column names an organization of the scope. */
export const inScope = (column: string, scope: Scope): Condition =>
  'path' in scope
    ? sql`${sql.ref(column)} in (select o.id from organization o where ${withinPath(scope.path)})`
    : sql`${sql.ref(column)} = ${scope.organizationId}`

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 1` : sql`${sql.join(conditions, sql` and `)}`

/** What stands behind the place where reading goes on. */
export const behind = (course: Course): Condition =>
  sql`(${sql.join(waysBehind(course).map(all), sql` or `)})`

/**
 * The same in parts, each one range of an index: however many rows have the key of the place, none is passed over. SQLite
 * compares only the first of two columns by an index.
 */
export function waysBehind({ from, ...course }: Course): Condition[][] {
  if (!from) return [[]]
  const isBehind = sql.raw(ascends(course) ? '>' : '<')
  const later = sql<boolean>`t.id ${isBehind} ${from.id}`
  if (course.sort.column === 'id') return [[later]]
  const key = keyOf(course.sort)
  return [[sql`${key} = ${from.key}`, later], [sql`${key} ${isBehind} ${from.key}`]]
}

/** What has no later key than a place has. */
export const upTo = (course: Course, { key }: Place): Condition =>
  sql`${keyOf(course.sort)} ${sql.raw(ascends(course) ? '<=' : '>=')} ${key}`

const ascends = ({ sort, back }: Omit<Course, 'from'>): boolean => sort.descending === back

export const keyOf = ({ column }: Sort): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(`t.${column}`) : column

/** The way in which a course reads: by columns of `t`, or by `sort_key` and `id` of a result. */
export function inOrder(course: Course, of: 't' | 'result'): RawBuilder<unknown> {
  const way = sql.raw(ascends(course) ? 'asc' : 'desc')
  if (of === 'result') return sql`sort_key ${way}, id ${way}`
  return course.sort.column === 'id' ? sql`t.id ${way}` : sql`${keyOf(course.sort)} ${way}, t.id ${way}`
}

/** All rows of a list, for where they are few enough to be looked at. */
export const everythingIn =
  ({ table, base }: Listed): NonNullable<Filter['found']> =>
  (scope) =>
    sql`select t.id from ${sql.table(table)} t where ${inScope('t.organization_id', scope)} and ${base}`
