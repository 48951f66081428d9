import { nameKey } from '@holdfast/api/files/names'
import type { GroupId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import { type Selectable, sql, type Updateable } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import { valueRows } from '../platform/db/value-rows.ts'
import { type RootRow, shareFindable } from './roots.ts'

export type PersonSubscriptionRow = Selectable<Schema['share_person']>
export type GroupSubscriptionRow = Selectable<Schema['share_group']>
export type ExternalRow = Selectable<Schema['share_external']>

/**
 * The groups that a person is in, directly or through others: from the person upward, so that it costs by the groups
 * of one person and not by the members of a share. For `cross join` see `records/groups.ts`.
 */
export const UPWARD = (personId: PersonId) => sql`
  with recursive upward (id) as (
    select group_id from group_person where person_id = ${personId}
    union
    select m.group_id from upward cross join group_group m where m.member_group_id = upward.id
  )`

const selectRoles = prepared<{ rootId: RootId; personId: PersonId }, { role: Role }>((db, $) =>
  sql<{ role: Role }>`
    ${UPWARD($('personId'))}
    select role from share_person where root_id = ${$('rootId')} and person_id = ${$('personId')}
    union
    select role from share_external
    where root_id = ${$('rootId')} and person_id = ${$('personId')} and status = 'accepted'
    union
    select g.role from upward cross join share_group g
    where g.root_id = ${$('rootId')} and g.group_id = upward.id`.compile(db),
)
/** Every role that a person has in a share, by whatever way. */
export const listRoles = async (db: Db, rootId: RootId, personId: PersonId): Promise<Role[]> =>
  (await selectRoles(db, { rootId, personId })).map(({ role }) => role)

export type Joined = RootRow & { share_role: Role }
const selectShares = prepared<{ personId: PersonId }, Joined>((db, $) =>
  sql<Joined>`
    ${UPWARD($('personId'))},
    joined (root_id, role) as (
      select root_id, role from share_person where person_id = ${$('personId')}
      union
      select root_id, role from share_external where person_id = ${$('personId')} and status = 'accepted'
      union
      select g.root_id, g.role from upward cross join share_group g where g.group_id = upward.id
    )
    select r.*, joined.role as share_role from joined cross join root r
    where r.id = joined.root_id and r.deleted_at is null order by r.id`.compile(db),
)
/** The live shares that a person takes part in, once for each of its roles there. */
export const listSharesOfPerson = (db: Db, personId: PersonId): Promise<Joined[]> =>
  selectShares(db, { personId })

const JOINED = (personId: PersonId) => sql`
  ${UPWARD(personId)},
  joined (root_id) as (
    select root_id from share_person where person_id = ${personId}
    union
    select root_id from share_external where person_id = ${personId} and status = 'accepted'
    union
    select g.root_id from upward cross join share_group g where g.group_id = upward.id
  )`

export async function countSharesOfPerson(db: Db, personId: PersonId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${JOINED(personId)}
    select count(*) as count from joined cross join root r
    where r.id = joined.root_id and r.deleted_at is null`.execute(db)
  return Number(rows[0]?.count)
}

/** Some of the live shares that a person takes part in, by name, each once. */
export async function listSharePage(
  db: Db,
  personId: PersonId,
  { skip, limit }: { skip: number; limit: number },
): Promise<RootRow[]> {
  const { rows } = await sql<RootRow>`
    ${JOINED(personId)}
    select r.* from joined cross join root r
    where r.id = joined.root_id and r.deleted_at is null
    order by lower(r.name), r.id limit ${limit} offset ${skip}`.execute(db)
  return rows
}

/** Whether an organization has a live share of this very name. */
export async function hasShareNamed(db: Db, id: OrganizationId, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('root')
    .select('id')
    .where('organization_id', '=', id)
    .where('root_type', '=', 'share')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A live root that an account owns or takes part in. */
export type SubscribedRoot = RootRow & { subscriber_id: PersonId }
/** The live roots of several accounts, by whatever way, each once for each of them: one statement for a whole page. */
export async function listSubscribedRoots(db: Db, ids: readonly PersonId[]): Promise<SubscribedRoot[]> {
  if (ids.length === 0) return []
  const given = valueRows(
    ['bigint'],
    ids.map((id) => [id]),
  )
  const { rows } = await sql<SubscribedRoot>`
    with recursive given (id) as (${given}),
    upward (person_id, group_id) as (
      select given.id, m.group_id from given cross join group_person m where m.person_id = given.id
      union
      select upward.person_id, m.group_id
      from upward cross join group_group m where m.member_group_id = upward.group_id
    ),
    subscribed (person_id, root_id) as (
      select given.id, r.id from given cross join root r where r.person_id = given.id
      union
      select given.id, s.root_id from given cross join share_person s where s.person_id = given.id
      union
      select given.id, e.root_id
      from given cross join share_external e where e.person_id = given.id and e.status = 'accepted'
      union
      select upward.person_id, g.root_id from upward cross join share_group g where g.group_id = upward.group_id
    )
    select r.*, subscribed.person_id as subscriber_id from subscribed cross join root r
    where r.id = subscribed.root_id and r.deleted_at is null order by r.id`.execute(db)
  return rows
}

export const listPersonSubscriptions = (db: Db, rootId: RootId): Promise<PersonSubscriptionRow[]> =>
  db
    .selectFrom('share_person')
    .selectAll()
    .where('root_id', '=', rootId)
    .orderBy('person_id')
    .orderBy('target')
    .execute()

export const listGroupSubscriptions = (db: Db, rootId: RootId): Promise<GroupSubscriptionRow[]> =>
  db
    .selectFrom('share_group')
    .selectAll()
    .where('root_id', '=', rootId)
    .orderBy('group_id')
    .orderBy('target')
    .execute()

/** The rows of a share that are gone, and those that are new or have another role. */
export interface RowChange<Row> {
  removed: readonly Row[]
  put: readonly Row[]
}

export async function changePersonSubscriptions(
  tx: Tx,
  rootId: RootId,
  { removed, put }: RowChange<PersonSubscriptionRow>,
): Promise<void> {
  for (const { person_id, target } of removed)
    await tx
      .deleteFrom('share_person')
      .where('root_id', '=', rootId)
      .where('person_id', '=', person_id)
      .where('target', '=', target)
      .execute()
  for (const batch of batches(put))
    await tx
      .insertInto('share_person')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['root_id', 'person_id', 'target']).doUpdateSet({ role: sql`excluded.role` }),
      )
      .execute()
}

/** Subscribes a person unless it is subscribed in that way already; true if it was not. */
export async function addSubscription(tx: Tx, row: PersonSubscriptionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('share_person')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

export async function changeGroupSubscriptions(
  tx: Tx,
  rootId: RootId,
  { removed, put }: RowChange<GroupSubscriptionRow>,
): Promise<void> {
  for (const { group_id, target } of removed)
    await tx
      .deleteFrom('share_group')
      .where('root_id', '=', rootId)
      .where('group_id', '=', group_id)
      .where('target', '=', target)
      .execute()
  for (const batch of batches(put))
    await tx
      .insertInto('share_group')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['root_id', 'group_id', 'target']).doUpdateSet({ role: sql`excluded.role` }),
      )
      .execute()
}

/** Nobody of the organization that had a share takes part any longer; those of the new one are external no more. */
export async function leaveBehind(tx: Tx, rootId: RootId, to: OrganizationId): Promise<ExternalRow[]> {
  await tx.deleteFrom('share_person').where('root_id', '=', rootId).execute()
  await tx.deleteFrom('share_group').where('root_id', '=', rootId).execute()
  return tx
    .deleteFrom('share_external')
    .where('root_id', '=', rootId)
    .where('person_id', 'in', (eb) => eb.selectFrom('person').select('id').where('organization_id', '=', to))
    .returningAll()
    .execute()
}

export async function updateShareRow(
  tx: Tx,
  id: RootId,
  change: Updateable<Schema['root']>,
): Promise<RootRow> {
  const share = await tx
    .updateTable('root')
    .set({ ...change, ...(change.name !== undefined && { name_key: nameKey(change.name) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await shareFindable(tx, share)
  return share
}

/** For accounts that are closed. */
export async function removeSubscriptionsOfPersons(tx: Tx, ids: readonly PersonId[]): Promise<void> {
  for (const table of ['share_person', 'share_external', 'share_invitation_mail'] as const)
    await tx.deleteFrom(table).where('person_id', 'in', ids).execute()
}

/** For a group that is deleted. */
export async function removeSubscriptionsOfGroup(tx: Tx, id: GroupId): Promise<void> {
  await tx.deleteFrom('share_group').where('group_id', '=', id).execute()
}

/** The shares that groups bring to the machines of those in them. */
export async function listSharesOnMachines(db: Db, ids: readonly GroupId[]): Promise<RootId[]> {
  const rootIds = new Set<RootId>()
  for (const batch of batches(ids))
    for (const { root_id } of await db
      .selectFrom('share_group')
      .select('root_id')
      .where('group_id', 'in', batch)
      .where('target', '=', 'machines')
      .execute())
      rootIds.add(root_id)
  return [...rootIds]
}

/** For the groups of an organization that is deleted. */
export async function removeSubscriptionsOfGroups(tx: Tx, id: OrganizationId): Promise<void> {
  await tx
    .deleteFrom('share_group')
    .where('group_id', 'in', (eb) =>
      eb.selectFrom('person_group').select('id').where('organization_id', '=', id),
    )
    .execute()
}
