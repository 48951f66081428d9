import type { OrganizationState } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches, inBatches } from '../platform/db/batches.ts'
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

const ABOVE = [
  'id',
  'parent_id',
  'path',
  'name',
  'slug',
  'policy',
  'privacy_mode',
  'active',
  'trial_until',
  'license_until',
  'closes_at',
  'children_count',
  'hostname',
  'brand_color',
  'brand_logo',
] as const
export type Above = Pick<OrganizationRow, (typeof ABOVE)[number]>

const selectUpward = prepared<{ id: OrganizationId }, Above>((db, $) =>
  sql<Above>`
    with recursive upward (id, parent_id, distance) as (
      select id, parent_id, 0 from organization where id = ${$('id')}
      union all
      select o.id, o.parent_id, distance + 1 from upward join organization o on o.id = upward.parent_id
    )
    select ${sql.join(ABOVE.map((column) => sql.ref(`o.${column}`)))}
    from upward join organization o on o.id = upward.id order by distance`.compile(db),
)
/** An organization and all above it, itself first. */
export const listUpward = (db: Db, id: OrganizationId): Promise<Above[]> => selectUpward(db, { id })

/** The same of several. */
export async function listUpwardOf(
  db: Db,
  ids: readonly OrganizationId[],
): Promise<Map<OrganizationId, Above[]>> {
  const listed = (some: readonly OrganizationId[]) =>
    inBatches(some, (batch) => db.selectFrom('organization').select(ABOVE).where('id', 'in', batch).execute())
  const known = new Map((await listed(ids)).map((row) => [row.id, row]))
  const idsAbove = [...known.values()].flatMap(({ path }) => idsIn(path))
  for (const row of await listed([...new Set(idsAbove)].filter((id) => !known.has(id))))
    known.set(row.id, row)
  return new Map(
    ids.map((id) => {
      const upward = idsIn(known.get(id)?.path ?? '').map((each) => known.get(each))
      return [id, upward.filter((row) => row !== undefined).reverse()]
    }),
  )
}

/** The organizations that a path leads through, from the first. */
export const idsIn = (path: string): OrganizationId[] =>
  path.split('/').slice(0, -1).map(Number) as OrganizationId[]

/** Whether the people of an organization can sign in, given with all above it: what is off or over there counts for it as well. */
export function stateOf(
  upward: readonly Pick<Above, 'active' | 'trial_until' | 'license_until' | 'closes_at'>[],
  now: Instant,
): OrganizationState {
  if (closingAt(upward) !== null) return 'closing'
  if (upward.some(({ active }) => !active)) return 'suspended'
  const isOver = (until: Instant | null) => until !== null && until <= now
  if (upward.some((each) => isOver(each.trial_until) || isOver(each.license_until))) return 'expired'
  return upward.some(({ trial_until }) => trial_until !== null) ? 'trial' : 'ok'
}

/** When an organization will be deleted, given with all above it: with one of those at the latest. */
export function closingAt(upward: readonly Pick<Above, 'closes_at'>[]): Instant | null {
  const days = upward.flatMap(({ closes_at }) => closes_at ?? [])
  return days.length === 0 ? null : Math.min(...days)
}

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

/** What is below an organization, itself included, as far as it is not deleted: by its path. */
export const within = (path: string) =>
  sql<boolean>`path >= ${path} and path < ${afterAll(path)} and deleted_at is null`

/** Behind every path that begins with this one: the sign after the last, which is a slash. */
export const afterAll = (path: string): string => `${path.slice(0, -1)}0`

/** How many are below an organization, at any depth. */
export async function countBelow(db: Db, path: string): Promise<number> {
  const { count } = await db
    .selectFrom('organization')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(within(path))
    .executeTakeFirstOrThrow()
  return Math.max(0, Number(count) - 1)
}

export type Placed = Pick<OrganizationRow, (typeof PLACED)[number]>
const PLACED = [
  'id',
  'parent_id',
  'path',
  'name',
  'children_count',
  'active',
  'trial_until',
  'license_until',
  'closes_at',
] as const
const AT_ONCE = 1000

/** An organization and all below it, in the order of their paths. */
export async function listWithin(db: Db, path: string): Promise<Placed[]> {
  const found: Placed[] = []
  for (let after = ''; ; ) {
    const some = await db
      .selectFrom('organization')
      .select(PLACED)
      .where(within(path))
      .where('path', '>', after)
      .orderBy('path')
      .limit(AT_ONCE)
      .execute()
    found.push(...some)
    const last = some.at(-1)
    if (!last || some.length < AT_ONCE) return found
    after = last.path
  }
}

/** Those directly below an organization. */
export const listPlacedBelow = (db: Db, id: OrganizationId): Promise<Placed[]> =>
  db
    .selectFrom('organization')
    .select(PLACED)
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

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
