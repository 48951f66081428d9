import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** How many accounts of each organization are locked until after a moment. */
export async function countLocked(
  db: Db,
  after: Instant,
  least: number,
): Promise<{ organization_id: OrganizationId; count: number }[]> {
  const rows = await db
    .selectFrom('person')
    .select(({ fn }) => ['organization_id', fn.countAll<number>().as('count')])
    .where('locked_until', '>', after)
    .where('deleted_at', 'is', null)
    .groupBy('organization_id')
    .having(({ fn }) => fn.countAll(), '>=', least)
    .execute()
  return rows.map(({ organization_id, count }) => ({ organization_id, count: Number(count) }))
}

/** Backups of devices with no run that ended after a moment: the next ones, in the order of their roots. */
export const listLateBackups = (db: Db, before: Instant, after: RootId | 0, limit: number) =>
  db
    .selectFrom('backup as b')
    .innerJoin('root as r', 'r.id', 'b.root_id')
    .innerJoin('machine as m', 'm.id', 'b.machine_id')
    .select(['b.root_id', 'b.path', 'b.created_at', 'b.schedule', 'r.organization_id'])
    .select(['m.person_id', 'm.nickname', 'm.dns_name', 'm.guid'])
    .select(({ selectFrom }) =>
      selectFrom('backup_run as run')
        .select(({ fn }) => fn.max('run.finished_at').as('at'))
        .whereRef('run.root_id', '=', 'b.root_id')
        .as('finished_at'),
    )
    .where('b.root_id', '>', after as RootId)
    .where('b.created_at', '<=', before)
    .where('r.deleted_at', 'is', null)
    .where('m.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from backup_run late where late.root_id = b.root_id and late.finished_at > ${before})`,
    )
    .orderBy('b.root_id')
    .limit(limit)
    .execute()

/** Links that anyone can open, of organizations whose paths are in one of the ranges: the newest ones. */
export const listPublicLinks = (
  db: Db,
  {
    from,
    before,
    since,
    today,
    limit,
  }: { from: string; before: string; since: Instant; today: string; limit: number },
) =>
  db
    .selectFrom('share_link as l')
    .innerJoin('organization as o', 'o.id', 'l.organization_id')
    .innerJoin('root as r', 'r.id', 'l.root_id')
    .select(['l.id', 'l.organization_id', 'l.opened_at', 'l.root_id', 'l.entry_id', 'r.name as root_name'])
    .where('o.path', '>=', from)
    .where('o.path', '<', before)
    .where('o.deleted_at', 'is', null)
    .where('l.login_required', '=', sql.lit(0))
    .where('l.opened_at', '>=', since)
    .where(({ eb, or }) => or([eb('l.expires', 'is', null), eb('l.expires', '>=', today)]))
    .where('r.deleted_at', 'is', null)
    .orderBy('l.opened_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()

/** How many devices or sign-ins were noticed in organizations since a moment. */
export async function countBrakesSince(
  db: Db,
  from: string,
  before: string,
  since: Instant,
): Promise<number> {
  const { count } = await db
    .selectFrom('brake as b')
    .innerJoin('organization as o', 'o.id', 'b.organization_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('o.path', '>=', from)
    .where('o.path', '<', before)
    .where('b.created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many links that anyone can open were created in organizations since a moment. */
export async function countLinksSince(db: Db, from: string, before: string, since: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('share_link as l')
    .innerJoin('organization as o', 'o.id', 'l.organization_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('o.path', '>=', from)
    .where('o.path', '<', before)
    .where('l.login_required', '=', sql.lit(0))
    .where('l.created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
