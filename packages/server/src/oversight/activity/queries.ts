import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { all, type Condition, inScope, type Scope, withinPath } from '../../platform/db/table/listed.ts'
import type { ActivityRow } from '../../records/activity/queries.ts'

/** In which order records are walked: by their numbers in one organization, or by their ids beyond. */
export type Position = 'seq' | 'id'

export interface Walk {
  by: Position
  /** What an index finds: each is walked on its own, and none of them finds what another one does. */
  ways: readonly Condition[]
  conditions: readonly Condition[]
  /** Positions between which it walks, without these. */
  above: number
  under: number
  ascending: boolean
}

export interface Walked {
  id: number
  at: number
  fits: number
}

/** The next records, with whether they fit. */
export async function listWalked(db: Db, walk: Walk, limit: number): Promise<Walked[]> {
  const at = sql.ref(`t.${walk.by}`)
  const way = sql.raw(walk.ascending ? 'asc' : 'desc')
  // What an index finds is all in it; rows are looked at for their conditions afterwards. Else SQLite takes the index of numbers.
  const parts = walk.ways.map(
    (found) => sql`
      select * from (
        select t.id as id, ${at} as at from activity t
        where ${found} and ${at} > ${walk.above} and ${at} < ${walk.under} order by ${at} ${way} limit ${limit}
      ) as part`,
  )
  const found = sql`
    select * from (${sql.join(parts, sql` union all `)}) as found order by at ${way}, id ${way} limit ${limit}`
  const { rows } = await (walk.conditions.length === 0
    ? sql<Walked>`select id, at, 1 as fits from (${found}) as walked order by at ${way}, id ${way}`
    : sql<Walked>`
      select t.id as id, walked.at as at, case when ${all(walk.conditions)} then 1 else 0 end as fits
      from (${found}) as walked cross join activity t
      where t.id = walked.id order by walked.at ${way}, t.id ${way}`
  ).execute(db)
  return rows
}

const isOf = (column: string, id: number): Condition => sql`${sql.ref(`t.${column}`)} = ${id}`

/** What an index finds by an id, and whether a record is one of that. */
export interface Filter {
  ways: readonly Condition[]
  is: Condition
}
export const of = (
  column: 'actor_person_id' | 'acted_on_person_id' | 'acted_on_root_id',
  id: number,
): Filter => {
  const is = isOf(column, id)
  return { ways: [is], is }
}
/** What a device did, or what was done to it. */
export const ofDevice = (id: number): Filter => {
  const [acting, actedOn] = [isOf('actor_machine_id', id), isOf('acted_on_machine_id', id)]
  const byOthers = sql<boolean>`(t.actor_machine_id is null or t.actor_machine_id <> ${id})`
  return { ways: [acting, both(actedOn, byOthers)], is: sql`(${acting} or ${actedOn})` }
}

export const ANYTHING: Condition = sql`1 = 1`
export const both = (a: Condition, b: Condition): Condition => sql`${a} and ${b}`
export const isIn = (scope: Scope): Condition => inScope('t.acted_on_company_id', scope)
export const isOfType = (ids: readonly number[]): Condition =>
  ids.length === 0 ? sql`1 = 0` : sql`t.activity_type_id in (${sql.join(ids)})`
export const isFrom = (at: Instant): Condition => sql`t.created_at >= ${at}`
export const isBefore = (at: Instant): Condition => sql`t.created_at < ${at}`

/** The first record at a position or behind it: of one organization by number, or of all by id. */
export async function findFrom(
  db: Db,
  organizationId: OrganizationId | undefined,
  position: number,
): Promise<{ at: number; created_at: Instant } | undefined> {
  const { rows } = await (organizationId === undefined
    ? sql<{ at: number; created_at: Instant }>`
      select id as at, created_at from activity where id >= ${position} order by id limit 1`
    : sql<{ at: number; created_at: Instant }>`
      select seq as at, created_at from activity where acted_on_company_id = ${organizationId} and seq >= ${position}
      order by seq limit 1`
  ).execute(db)
  return rows[0]
}

/** The last number of an organization, or the last id of all. */
export async function findLast(db: Db, organizationId: OrganizationId | undefined): Promise<number> {
  const { rows } = await (organizationId === undefined
    ? sql<{ at: number | null }>`select max(id) as at from activity`
    : sql<{ at: number }>`select seq as at from activity_chain where organization_id = ${organizationId}`
  ).execute(db)
  return Number(rows[0]?.at ?? 0)
}

export async function countRecords(db: Db, scope: Scope): Promise<number> {
  const of =
    'path' in scope
      ? sql`c.organization_id in (select o.id from organization o where ${withinPath(scope.path)})`
      : sql`c.organization_id = ${scope.organizationId}`
  const { rows } = await sql<{ total: number | null }>`
    select sum(c.seq) as total from activity_chain c where ${of}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

export const listRecords = (db: Db, ids: readonly number[]): Promise<ActivityRow[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('activity')
      .selectAll()
      .where('id', 'in', batch as ActivityRow['id'][])
      .execute(),
  )

export type CheckRow = Selectable<Schema['activity_check']>

export const findCheck = (db: Db, id: OrganizationId): Promise<CheckRow | undefined> =>
  db.selectFrom('activity_check').selectAll().where('organization_id', '=', id).executeTakeFirst()

export async function setCheck(
  tx: Tx,
  organization_id: OrganizationId,
  change: Partial<Omit<CheckRow, 'organization_id'>>,
): Promise<void> {
  const none = { begun_at: null, ended_at: null, anchored_at: null, bad_seq: null, bad_what: null }
  await tx
    .insertInto('activity_check')
    .values({ ...none, organization_id, ...change })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(change))
    .execute()
}
