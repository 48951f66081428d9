import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { afterAll } from '../../records/organization-tree.ts'

export type FigureRow = Selectable<Schema['organization_figure']>
export type DayRow = Selectable<Schema['usage_day']>

/** Live organizations in the order of their ids, with what is counted with each change. */
export const listOrganizations = (db: Db, after: OrganizationId | 0, limit: number) =>
  db
    .selectFrom('organization')
    .select([
      'id',
      'parent_id',
      'created_at',
      'persons_count as accounts',
      'guests_count as guests',
      'machines_count as devices',
      'stored_size as stored',
    ])
    .where('id', '>', after as OrganizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

interface Part {
  organization_id: OrganizationId
  /** The last one that is in the sum. */
  last_id: number
}

/** What the next live roots hold, in the order of organizations and ids, by organization. */
export async function sumRoots(
  db: Db,
  after: readonly number[],
  limit: number,
): Promise<(Part & { live: number; versions: number; deleted: number })[]> {
  const { rows } = await sql<Part & { live: number; versions: number; deleted: number }>`
    select organization_id, max(id) as last_id, cast(sum(live_size) as bigint) as live,
      cast(sum(live_revision_size - live_size) as bigint) as versions,
      cast(sum(deleted_revision_size) as bigint) as deleted
    from (
      select organization_id, id, live_size, live_revision_size, deleted_revision_size from root
      where deleted_at is null and (organization_id, id) > (${sql.join(after)})
      order by organization_id, id limit ${limit}
    ) as next
    group by organization_id order by organization_id`.execute(db)
  return rows
}

/** How many the next share links are, in the same way. */
export async function sumLinks(
  db: Db,
  after: readonly number[],
  limit: number,
): Promise<(Part & { links: number; public_links: number })[]> {
  const { rows } = await sql<Part & { links: number; public_links: number }>`
    select organization_id, max(id) as last_id, count(*) as links,
      cast(sum(1 - login_required) as bigint) as public_links
    from (
      select organization_id, id, login_required from share_link
      where (organization_id, id) > (${sql.join(after)})
      order by organization_id, id limit ${limit}
    ) as next
    group by organization_id order by organization_id`.execute(db)
  return rows
}

/** When the newest activity of each organization was. */
export const listActivities = (
  db: Db,
  after: OrganizationId | 0,
  limit: number,
): Promise<{ organization_id: OrganizationId; created_at: Instant }[]> =>
  db
    .selectFrom('activity_chain as c')
    .innerJoin('activity as a', (join) =>
      join.onRef('a.acted_on_company_id', '=', 'c.organization_id').onRef('a.seq', '=', 'c.seq'),
    )
    .select(['c.organization_id', 'a.created_at'])
    .where('c.organization_id', '>', after as OrganizationId)
    .orderBy('c.organization_id')
    .limit(limit)
    .execute()

export const listFigures = (db: Db, after: OrganizationId | 0, limit: number): Promise<FigureRow[]> =>
  db
    .selectFrom('organization_figure')
    .selectAll()
    .where('organization_id', '>', after as OrganizationId)
    .orderBy('organization_id')
    .limit(limit)
    .execute()

export const findFigures = (db: Db, id: OrganizationId): Promise<FigureRow | undefined> =>
  db.selectFrom('organization_figure').selectAll().where('organization_id', '=', id).executeTakeFirst()

/** The next organizations below one, in the order of their paths, with what lists show of each. */
export const listBelow = (db: Db, path: string, after: string, limit: number) =>
  db
    .selectFrom('organization as o')
    .leftJoin('organization_figure as f', 'f.organization_id', 'o.id')
    .select([
      'o.id',
      'o.parent_id',
      'o.path',
      'o.name',
      'o.active',
      'o.trial_until',
      'o.license_until',
      'o.closes_at',
    ])
    .select(['o.persons_count', 'o.machines_count', 'o.stored_size', 'o.space_quota', 'o.require_two_step'])
    .select(['f.seen_at', 'f.stored_before'])
    .where('o.path', '>', after)
    .where('o.path', '<', afterAll(path))
    .where('o.deleted_at', 'is', null)
    .orderBy('o.path')
    .limit(limit)
    .execute()
export type OrganizationBelow = Awaited<ReturnType<typeof listBelow>>[number]

/** What some organizations stored on each day since one. */
export const listStored = (
  db: Db,
  ids: readonly OrganizationId[],
  from: string,
): Promise<Pick<DayRow, 'organization_id' | 'day' | 'stored'>[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('usage_day')
      .select(['organization_id', 'day', 'stored'])
      .where('organization_id', 'in', batch)
      .where('day', '>=', from)
      .execute(),
  )

/** The days of some organizations from one to another, both included. */
export const listDays = (
  db: Db,
  ids: readonly OrganizationId[],
  from: string,
  to: string,
): Promise<DayRow[]> =>
  db
    .selectFrom('usage_day')
    .selectAll()
    .where('organization_id', 'in', ids)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('organization_id')
    .orderBy('day')
    .execute()

/** A day that was counted before is counted again. */
export async function replaceDays(tx: Tx, rows: readonly Insertable<Schema['usage_day']>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  await tx
    .insertInto('usage_day')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doUpdateSet(excluded(first)))
    .execute()
}

export async function replaceFigures(
  tx: Tx,
  rows: readonly Insertable<Schema['organization_figure']>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  await tx
    .insertInto('organization_figure')
    .values(rows)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(excluded(first)))
    .execute()
}

const excluded = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.keys(row).map((name) => [name, sql.ref(`excluded.${name}`)]))

export async function deleteDaysBefore(tx: Tx, ids: readonly OrganizationId[], day: string): Promise<void> {
  if (ids.length > 0)
    await tx.deleteFrom('usage_day').where('organization_id', 'in', ids).where('day', '<', day).execute()
}

/** Nobody asks for the figures of a deleted organization. */
export async function deleteFigures(tx: Tx, id: OrganizationId): Promise<void> {
  await tx.deleteFrom('usage_day').where('organization_id', '=', id).execute()
  await tx.deleteFrom('organization_figure').where('organization_id', '=', id).execute()
}

export async function listNames(
  db: Db,
  ids: readonly OrganizationId[],
): Promise<{ id: OrganizationId; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}
