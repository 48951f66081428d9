import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { batches, inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

type ChangeRow = Selectable<Schema['policy_change']>

export async function insertPolicyChanges(
  tx: Tx,
  rows: readonly Insertable<Schema['policy_change']>[],
): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('policy_change').values(batch).execute()
}

/** What a change changed in each organization that is still there, from above to below. */
export const listPolicyChangeRows = (
  db: Db,
  id: ActivityId,
): Promise<Pick<ChangeRow, 'organization_id' | 'made_in' | 'made_at' | 'changes'>[]> =>
  db
    .selectFrom('policy_change as c')
    .innerJoin('organization as o', 'o.id', 'c.organization_id')
    .select(['c.organization_id', 'c.made_in', 'c.made_at', 'c.changes'])
    .where('c.activity_id', '=', id)
    .where('o.deleted_at', 'is', null)
    .orderBy('c.organization_id')
    .execute()

/** What was changed in some organizations after a change. */
export const listLaterPolicyChanges = (
  db: Db,
  id: ActivityId,
  organizations: readonly OrganizationId[],
): Promise<Pick<ChangeRow, 'organization_id' | 'changes'>[]> =>
  inBatches(organizations, (batch) =>
    db
      .selectFrom('policy_change')
      .select(['organization_id', 'changes'])
      .where('organization_id', 'in', batch)
      .where('activity_id', '>', id)
      .execute(),
  )

export type ListedChange = ChangeRow & { actor_text: string; made_in_name: string }
/** The changes of a policy, newest first. */
export const listPolicyChangesBefore = (
  db: Db,
  id: OrganizationId,
  before: ActivityId | undefined,
  limit: number,
): Promise<ListedChange[]> => {
  let query = db
    .selectFrom('policy_change as c')
    .innerJoin('activity as a', 'a.id', 'c.activity_id')
    .innerJoin('organization as o', 'o.id', 'c.made_in')
    .selectAll('c')
    .select(['a.actor_text', 'o.name as made_in_name'])
    .where('c.organization_id', '=', id)
  if (before !== undefined) query = query.where('c.activity_id', '<', before)
  return query.orderBy('c.activity_id', 'desc').limit(limit).execute()
}

/** How many rows there are of some organizations, up to `most`. */
async function countIn(
  db: Db,
  ids: readonly OrganizationId[],
  most: number,
  rowsOf: (some: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  let found = 0
  for (const batch of batches(ids)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${rowsOf(sql.join(batch))} limit ${most - found}) as found`.execute(db)
    found += Number(rows[0]?.count)
    if (found >= most) break
  }
  return found
}

type Ids = readonly OrganizationId[]

/** Links that open without a sign-in, and have not expired. */
export const countPublicLinks = (db: Db, ids: Ids, today: string, most: number): Promise<number> =>
  countIn(
    db,
    ids,
    most,
    (some) => sql`
      select 1 from share_link
      where organization_id in (${some}) and login_required = 0 and coalesce(expires, ${today}) >= ${today}`,
  )

export const countWithoutTwoStep = (db: Db, ids: Ids, most: number): Promise<number> =>
  countIn(
    db,
    ids,
    most,
    (some) => sql`
      select 1 from person
      where organization_id in (${some}) and two_step_mode is null and guest = 0 and active = 1 and deleted_at is null`,
  )

export const countDirectoryAccounts = (db: Db, ids: Ids, most: number): Promise<number> =>
  countIn(
    db,
    ids,
    most,
    (some) => sql`
      select 1 from auth_source s join person p on p.auth_source_id = s.id
      where s.organization_id in (${some}) and p.active = 1 and p.deleted_at is null`,
  )

export const countBackups = (db: Db, ids: Ids, most: number): Promise<number> =>
  countIn(
    db,
    ids,
    most,
    (some) => sql`
      select 1 from root where organization_id in (${some}) and root_type = 'backup' and deleted_at is null`,
  )

export const countFileServers = (db: Db, ids: Ids, most: number): Promise<number> =>
  countIn(
    db,
    ids,
    most,
    (some) => sql`
      select 1 from machine where organization_id in (${some}) and machine_type = 'server' and deleted_at is null`,
  )

/** Accounts whose password was set between two moments. */
export const countPasswords = (
  db: Db,
  id: OrganizationId,
  { after, upTo, most }: { after: Instant; upTo: Instant; most: number },
): Promise<number> =>
  countIn(
    db,
    [id],
    most,
    (some) => sql`
      select 1 from person
      where organization_id in (${some}) and auth_source_id is null and active = 1 and deleted_at is null
        and pw_changed_at > ${after} and pw_changed_at <= ${upTo}`,
  )
