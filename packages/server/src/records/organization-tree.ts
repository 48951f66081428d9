import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { prepared, preparedFirst } from '../platform/db/prepared.ts'
import type { Flag } from '../platform/db/tables/columns.ts'
import { valueRows } from '../platform/db/value-rows.ts'
import type { OrganizationRow } from './organizations.ts'

/** Whether an organization can be used: what is switched off, over or gone above it counts for it as well. */
export interface OrganizationStatus {
  active: Flag
  trial_until: Instant | null
  license_until: Instant | null
  deleted_at: Instant | null
}

/** Whether it is neither switched off nor over nor gone. */
export function isOpen(status: OrganizationStatus | undefined, now: Instant): boolean {
  if (!status?.active || status.deleted_at !== null) return false
  return ![status.trial_until, status.license_until].some((until) => until !== null && until <= now)
}

const STATUS = ['active', 'trial_until', 'license_until', 'deleted_at'] as const

const selectStatus = preparedFirst<{ id: OrganizationId }, OrganizationStatus>((db, $) =>
  db
    .withRecursive('upward(parent_id, active, trial_until, license_until, deleted_at)', (cte) =>
      cte
        .selectFrom('organization')
        .select(['parent_id', ...STATUS])
        .where('id', '=', $('id'))
        .unionAll(
          cte
            .selectFrom('upward')
            .innerJoin('organization as o', 'o.id', 'upward.parent_id')
            .select(['o.parent_id', 'o.active', 'o.trial_until', 'o.license_until', 'o.deleted_at']),
        ),
    )
    .selectFrom('upward')
    .select(({ fn }) => [
      fn.min<Flag>('active').as('active'),
      fn.min<Instant | null>('trial_until').as('trial_until'),
      fn.min<Instant | null>('license_until').as('license_until'),
      fn.min<Instant | null>('deleted_at').as('deleted_at'),
    ])
    .compile(),
)
export const findOrganizationStatus = async (
  db: Db,
  id: OrganizationId,
): Promise<OrganizationStatus | undefined> => selectStatus(db, { id })

/** The same of several. */
export async function listOrganizationStatuses(
  db: Db,
  ids: readonly OrganizationId[],
): Promise<Map<OrganizationId, OrganizationStatus>> {
  const statuses = new Map<OrganizationId, OrganizationStatus>()
  for (const batch of batches(ids)) {
    const { rows } = await sql<OrganizationStatus & { id: OrganizationId }>`
      with recursive upward (id, parent_id, active, trial_until, license_until, deleted_at) as (
        select id, parent_id, active, trial_until, license_until, deleted_at from organization
        where id in (${sql.join(batch)})
        union all
        select upward.id, o.parent_id, o.active, o.trial_until, o.license_until, o.deleted_at
        from upward join organization o on o.id = upward.parent_id
      )
      select id, min(active) as active, min(trial_until) as trial_until, min(license_until) as license_until,
        min(deleted_at) as deleted_at
      from upward group by id`.execute(db)
    for (const { id, ...status } of rows) statuses.set(id, status)
  }
  return statuses
}

export type Above = Pick<
  OrganizationRow,
  'id' | 'name' | 'privacy_mode' | 'policy' | 'hostname' | 'brand_color'
>

const selectUpward = prepared<{ id: OrganizationId }, Above>((db, $) =>
  sql<Above>`
    with recursive upward (id, parent_id, distance) as (
      select id, parent_id, 0 from organization where id = ${$('id')}
      union all
      select o.id, o.parent_id, distance + 1 from upward join organization o on o.id = upward.parent_id
    )
    select o.id, o.name, o.privacy_mode, o.policy, o.hostname, o.brand_color
    from upward join organization o on o.id = upward.id order by distance`.compile(db),
)
/** An organization and all above it, itself first. */
export const listUpward = (db: Db, id: OrganizationId): Promise<Above[]> => selectUpward(db, { id })

/** Of these organizations, those that are one or are below it. */
export async function listThoseWithin(
  db: Db,
  id: OrganizationId,
  ids: readonly OrganizationId[],
): Promise<OrganizationId[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: OrganizationId }>`
    with recursive upward (id, at) as (
      ${valueRows(
        ['bigint', 'bigint'],
        ids.map((each) => [each, each]),
      )}
      union all
      select upward.id, o.parent_id from upward join organization o on o.id = upward.at
    )
    select id from upward where at = ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** An organization and all below it that are not deleted, by id, with how many roots and machines each has. */
export type Below = Pick<OrganizationRow, 'id' | 'roots_count' | 'machines_count'>
export async function listDownward(db: Db, id: OrganizationId): Promise<Below[]> {
  const { rows } = await sql<Below>`
    with recursive downward (id, roots_count, machines_count) as (
      select id, roots_count, machines_count from organization where id = ${id}
      union all
      select o.id, o.roots_count, o.machines_count
      from downward join organization o on o.parent_id = downward.id and o.deleted_at is null
    )
    select id, roots_count, machines_count from downward order by id`.execute(db)
  return rows
}
