import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { type CountedOrganization, FIGURES, type OrganizationRow } from '../../records/organizations.ts'
import { type RootTally, TALLIED } from '../../records/roots.ts'

export type RootType = Schema['root']['root_type']

/** What the live roots of one type count together. */
export type SpaceSums = RootTally & { roots: number }

const total = <Name extends string>(column: Name) =>
  sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)

/** What the live roots of an organization count, by their type; a type that it does not have is left out. */
export const sumRoots = (db: Db, id: OrganizationId): Promise<(SpaceSums & { root_type: RootType })[]> =>
  db
    .selectFrom('root')
    .select(['root_type', (select) => select.fn.countAll<number>().as('roots')])
    .select(TALLIED.map((column) => total(column)))
    .where('organization_id', '=', id)
    .where('deleted_at', 'is', null)
    .groupBy('root_type')
    .execute()

export interface Bytes {
  organization_id: OrganizationId
  head: number
  stored: number
}

/** What the live roots of some organizations hold; those without roots are left out. */
export const sumBytes = (db: Db, ids: readonly OrganizationId[]): Promise<Bytes[]> =>
  db
    .selectFrom('root')
    .select([
      'organization_id',
      sql<number>`cast(sum(live_size) as bigint)`.as('head'),
      sql<number>`cast(sum(stored_size) as bigint)`.as('stored'),
    ])
    .where('organization_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('organization_id')
    .execute()

export type MonthRow = Selectable<Schema['usage_month']>

export const listMonth = (db: Db, month: string, ids: readonly OrganizationId[]): Promise<MonthRow[]> =>
  db
    .selectFrom('usage_month')
    .selectAll()
    .where('month', '=', month)
    .where('organization_id', 'in', ids)
    .execute()

/** The first month in which an organization was counted, and when it last was in one. */
export async function findMonths(
  db: Db,
  id: OrganizationId,
  month: string,
): Promise<{ first: string | undefined; countedAt: Instant | undefined }> {
  const ofIt = db.selectFrom('usage_month').where('organization_id', '=', id)
  const [first, counted] = [
    await ofIt.select('month').orderBy('month').limit(1).executeTakeFirst(),
    await ofIt.select('counted_at').where('month', '=', month).executeTakeFirst(),
  ]
  return { first: first?.month, countedAt: counted?.counted_at }
}

/** Puts the newest count of a month in the place of the one before. */
export async function replaceMonth(tx: Tx, rows: readonly MonthRow[]): Promise<void> {
  await tx
    .insertInto('usage_month')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'month']).doUpdateSet({
        counted_at: (set) => set.ref('excluded.counted_at'),
        usage: (set) => set.ref('excluded.usage'),
      }),
    )
    .execute()
}

export type Listed = Pick<OrganizationRow, 'id' | 'parent_id' | 'name'>

/** An organization and all below it that were not deleted before a moment, from the top down. */
export async function listDownward(db: Db, id: OrganizationId, moment: Instant): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    with recursive downward (id, parent_id, name, distance) as (
      select id, parent_id, name, 0 from organization where id = ${id}
      union all
      select o.id, o.parent_id, o.name, distance + 1
      from downward join organization o on o.parent_id = downward.id
      where o.deleted_at is null or o.deleted_at >= ${moment}
    )
    select id, parent_id, name from downward order by distance, id`.execute(db)
  return rows
}

export const listOrganizations = (db: Db, ids: readonly OrganizationId[]): Promise<CountedOrganization[]> =>
  db.selectFrom('organization').select(FIGURES).where('id', 'in', ids).execute()
