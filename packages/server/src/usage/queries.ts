import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { preparedChange, preparedFirst } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { OrganizationRow } from '../organizations/queries.ts'

export type RootType = Schema['root']['root_type']

/** What a root counts of all that is in it. */
export const TALLIED = [
  'live_size',
  'stored_size',
  'live_files',
  'live_revisions',
  'live_revision_size',
  'deleted_files',
  'deleted_revisions',
  'deleted_revision_size',
] as const
export type RootTally = Record<(typeof TALLIED)[number], number>
export const NO_TALLY = Object.fromEntries(TALLIED.map((name) => [name, 0])) as RootTally

const raiseTally = preparedChange<RootTally & { rootId: RootId }>((db, $) =>
  db
    .updateTable('root')
    .set(Object.fromEntries(TALLIED.map((name) => [name, sql`${sql.ref(name)} + ${$(name)}`])))
    .where('id', '=', $('rootId'))
    .compile(),
)
/** Adjusts what a root counts of all that is in it, in one statement. */
export const addSizes = (tx: Tx, rootId: RootId, by: Partial<RootTally>): Promise<void> =>
  raiseTally(tx, { ...NO_TALLY, ...by, rootId })

export interface FileSums {
  size: number
  files: number
  revisions: number
  revision_size: number
}
const sumFiles = preparedFirst<{ id: EntryId }, FileSums>((db, $) =>
  sql<FileSums>`
    with recursive below (id, root_id, kind, size) as (
      select id, root_id, kind, size from entry where id = ${$('id')}
      union all
      select e.id, e.root_id, e.kind, e.size from below
      join entry e on e.parent_id = below.id and e.root_id = below.root_id
      where below.kind = 'folder' and e.deleted_at is null
    ), sums (size, files) as (
      select cast(coalesce(sum(size), 0) as bigint), count(*) from below where kind = 'file'
    ), histories (revisions, revision_size) as (
      select count(*), cast(coalesce(sum(v.full_size + v.delta_size), 0) as bigint)
      from below join revision v on v.entry_id = below.id where below.kind = 'file'
    )
    select size, files, revisions, revision_size from sums cross join histories`.compile(db),
)
/** What a file, or the live files below a folder, add to the counters of their root. */
export const sumLiveFiles = async (db: Db, id: EntryId): Promise<FileSums> =>
  (await sumFiles(db, { id })) as FileSums

/** What the live roots of one type count together. */
export type SpaceSums = RootTally & { roots: number }

const total = <Name extends string>(column: Name) =>
  sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)

/** What the live roots of an organization count, by their type; a type that it has none of is left out. */
export const sumRoots = (db: Db, id: OrganizationId): Promise<(SpaceSums & { root_type: RootType })[]> =>
  db
    .selectFrom('root')
    .select(['root_type', (select) => select.fn.countAll<number>().as('roots')])
    .select(TALLIED.map((column) => total(column)))
    .where('organization_id', '=', id)
    .where('deleted_at', 'is', null)
    .groupBy('root_type')
    .execute()

const COUNTED = [
  'id',
  'policy',
  'settings',
  'persons_count',
  'admins_count',
  'guests_count',
  'groups_count',
  'machines_count',
  'children_count',
] as const
export type CountedOrganization = Pick<OrganizationRow, (typeof COUNTED)[number]>

/** Live organizations in the order of their ids, for counting all of them by and by. */
export const listOrganizationsAfter = (
  db: Db,
  after: OrganizationId | 0,
  limit: number,
): Promise<CountedOrganization[]> =>
  db
    .selectFrom('organization')
    .select(COUNTED)
    .where('id', '>', after as OrganizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export const listOrganizations = (db: Db, ids: readonly OrganizationId[]): Promise<CountedOrganization[]> =>
  db.selectFrom('organization').select(COUNTED).where('id', 'in', ids).execute()

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
