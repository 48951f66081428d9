import type { OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { fail } from '../errors.ts'
import { type Growth, NO_GROWTH } from '../platform/content/growth.ts'
import { inBatches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import type { Window } from '../platform/db/page.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import { violatedColumn } from '../platform/db/violations.ts'
import { rowOfOrganization, takePlaceAt } from '../platform/db/wanted-rows.ts'
import { insertShippedRules } from './shipped-rules.ts'
import { noteCharged } from './uncharged-growth.ts'

/** The first one, above all others. */
export const ROOT_ORGANIZATION = 1 as OrganizationId

export type OrganizationRow = Selectable<Schema['organization']>

const selectOrganization = preparedFirst<{ id: OrganizationId }, OrganizationRow>((db, $) =>
  db.selectFrom('organization').selectAll().where('id', '=', $('id')).compile(),
)
export const findOrganization = (db: Db, id: OrganizationId): Promise<OrganizationRow | undefined> =>
  selectOrganization(db, { id })

export const findOrganizationBySlug = (db: Db, slug: string): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organization').selectAll().where('slug', '=', slug).executeTakeFirst()

export const findFirstOrganization = (db: Db): Promise<{ id: OrganizationId } | undefined> =>
  db.selectFrom('organization').select('id').limit(1).executeTakeFirst()

type NewOrganization = Omit<
  Insertable<Schema['organization']>,
  'path' | keyof ReturnType<typeof policyColumns>
> & { policy: PolicySettings }

export async function insertOrganization(
  tx: Tx,
  { policy, ...row }: NewOrganization,
): Promise<OrganizationRow> {
  if (row.parent_id != null) await addCounts(tx, row.parent_id, { children: 1 })
  const { id } = await unlessTaken(row, () =>
    tx
      .insertInto('organization')
      .values({ ...row, ...policyColumns(policy) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await insertShippedRules(tx, id, row.created_at)
  return tx
    .updateTable('organization')
    .set({
      path: sql`coalesce((select p.path from organization p where p.id = organization.parent_id), '') || id || '/'`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Unique = { [Name in 'slug' | 'hostname' | 'license_key']?: string | null | undefined }

/** The unique indexes decide, and name what is taken. */
async function unlessTaken<T>(given: Unique, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const column = violatedColumn(error)
    if (column !== 'slug' && column !== 'hostname' && column !== 'license_key') throw error
    return fail('name_conflict', `The ${column} ${given[column] ?? ''} is already in use.`)
  }
}

export function updateOrganizationRow(
  tx: Tx,
  id: OrganizationId,
  change: Omit<Updateable<Schema['organization']>, 'policy'>,
): Promise<OrganizationRow> {
  return unlessTaken(change, () =>
    tx.updateTable('organization').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  )
}

export async function setPolicy(tx: Tx, id: OrganizationId, policy: PolicySettings): Promise<void> {
  await tx.updateTable('organization').set(policyColumns(policy)).where('id', '=', id).execute()
}

/** Keeps others from changing an organization until the transaction ends. */
export async function holdOrganization(tx: Tx, id: OrganizationId): Promise<void> {
  takePlaceAt(tx, rowOfOrganization(id))
  await forUpdate(tx.selectFrom('organization').select('id').where('id', '=', id), tx).execute()
}

export const findOrganizationByLicense = (db: Db, key: string): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organization').selectAll().where('license_key', '=', key).executeTakeFirst()

export async function findOrganizationIdByHostname(
  db: Db,
  hostname: string,
): Promise<OrganizationId | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('id')
    .where('hostname', '=', hostname)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

type ChildPolicy = Pick<OrganizationRow, 'id' | 'policy'> & { parent_id: OrganizationId }
const policiesOfChildren = (db: Db, ids: readonly OrganizationId[]) =>
  db
    .selectFrom('organization')
    .select(['id', 'policy', 'parent_id'])
    .where('parent_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$castTo<ChildPolicy>()

/** The policies directly below some organizations. */
export const listPoliciesOfChildren = (db: Db, ids: readonly OrganizationId[]): Promise<ChildPolicy[]> =>
  inBatches(ids, (batch) => policiesOfChildren(db, batch).execute())

/** The same, held until the transaction ends. */
export const holdPoliciesOfChildren = (tx: Tx, ids: readonly OrganizationId[]): Promise<ChildPolicy[]> =>
  inBatches(ids, (batch) => forUpdate(policiesOfChildren(tx, batch), tx).execute())

export const listChildren = (
  db: Db,
  id: OrganizationId,
  { order, skip, limit }: Window,
): Promise<OrganizationRow[]> =>
  db
    .selectFrom('organization')
    .selectAll()
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id', order)
    .limit(limit)
    .offset(skip)
    .execute()

/** A policy as it is stored: whole, the three fields that every request is judged by, and the limits that are listed. */
const policyColumns = (policy: PolicySettings) => ({
  policy: JSON.stringify(policy),
  require_two_step: policy.require_two_step_auth ? (1 as const) : (0 as const),
  password_days: policy.change_password_frequency || null,
  // Nought would shut the organization, for which there is a switch.
  api_ratelimit: (policy.api_ratelimit_enabled && policy.api_ratelimit) || null,
  space_quota: policy.space_quota,
  accounts_maximum: policy.num_users_maximum,
})

type Holding = Growth & Pick<OrganizationRow, 'policy'>
const raiseSizes = preparedFirst<Growth & { id: OrganizationId }, Holding>((db, $) =>
  db
    .updateTable('organization')
    .set({
      stored_size: sql`stored_size + ${$('stored_size')}`,
      pending_size: sql`pending_size + ${$('pending_size')}`,
    })
    .where('id', '=', $('id'))
    .returning(['stored_size', 'pending_size', 'policy'])
    .compile(),
)
/** Counts bytes of an organization. Gives what it holds now, and its policy to judge that by. */
export async function addGrowth(tx: Tx, id: OrganizationId, by: Partial<Growth>): Promise<Holding> {
  takePlaceAt(tx, rowOfOrganization(id))
  noteCharged(tx, by)
  return (await raiseSizes(tx, { ...NO_GROWTH, ...by, id })) ?? fail('not_found')
}

export async function setBrandColor(tx: Tx, id: OrganizationId, brand_color: string | null): Promise<void> {
  await tx.updateTable('organization').set({ brand_color }).where('id', '=', id).execute()
}

export const COUNTED = [
  'children',
  'persons',
  'admins',
  'guests',
  'groups',
  'machines',
  'roots',
  'shares',
] as const
export type Counted = (typeof COUNTED)[number]

/** Keeps count, in the transaction that adds or removes, of what an organization has. */
export async function addCounts(
  tx: Tx,
  id: OrganizationId,
  by: Partial<Record<Counted, number>>,
): Promise<void> {
  const changes = Object.entries(by).filter(([, change]) => change !== 0)
  if (changes.length === 0) return
  takePlaceAt(tx, rowOfOrganization(id))
  await tx
    .updateTable('organization')
    .set({
      ...Object.fromEntries(
        changes.map(([name, change]) => [`${name}_count`, sql`${sql.ref(`${name}_count`)} + ${change}`]),
      ),
      ...(changes.some(([, change]) => change < 0) && { lists_ver: sql`lists_ver + 1` }),
    })
    .where('id', '=', id)
    .execute()
}

/** What usage is counted from. */
export const FIGURES = [
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
export type CountedOrganization = Pick<OrganizationRow, (typeof FIGURES)[number]>

/** Live organizations in the order of their ids, for walking through all of them by and by. */
export const listOrganizationsAfter = (
  db: Db,
  after: OrganizationId | 0,
  limit: number,
): Promise<CountedOrganization[]> =>
  db
    .selectFrom('organization')
    .select(FIGURES)
    .where('id', '>', after as OrganizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
