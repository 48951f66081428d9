import type { GroupId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { fail, refuse } from '../errors.ts'
import { batches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Reach } from '../platform/db/long-list.ts'
import { prepared, preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'
import { addMembers, leaveGroups, membersOf, removeMembers } from './group-members.ts'
import { unsubscribeGroup } from './links.ts'
import { nameKey } from './names.ts'
import { holdOrganization } from './organizations.ts'
import { listSharesOnMachines, removeSubscriptionsOfGroup } from './shares.ts'
import { deleteWords, setWords, wordsIn } from './words.ts'

export type GroupRow = Selectable<Schema['person_group']>

const selectGroup = preparedFirst<{ id: GroupId }, GroupRow>((db, $) =>
  db.selectFrom('person_group').selectAll().where('id', '=', $('id')).compile(),
)
export const findGroup = (db: Db, id: GroupId): Promise<GroupRow | undefined> => selectGroup(db, { id })

export const listGroupRows = (
  db: Db,
  organizationId: OrganizationId,
  { after, skip, limit }: Reach,
): Promise<GroupRow[]> =>
  db
    .selectFrom('person_group')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('id', '>', after as GroupId)
    .orderBy('id')
    .offset(skip)
    .limit(limit)
    .execute()

/** Two live groups of one organization cannot share a name, however it is written. */
const nameColumns = (name: string) => ({ name, name_key: nameKey(name) })

async function orNameConflict<T>(name: string, change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (isUniqueViolation(error))
      return fail('name_conflict', `The organization already has a group named ${name}.`)
    throw error
  }
}

export async function insertGroup(
  tx: Tx,
  { name, ...row }: Omit<Insertable<Schema['person_group']>, 'name_key'>,
): Promise<GroupRow> {
  const group = await orNameConflict(
    name,
    tx
      .insertInto('person_group')
      .values({ ...row, ...nameColumns(name) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  await groupFindable(tx, group)
  return group
}

export async function renameGroup(tx: Tx, id: GroupId, name: string): Promise<GroupRow> {
  const group = await orNameConflict(
    name,
    tx
      .updateTable('person_group')
      .set(nameColumns(name))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  await groupFindable(tx, group)
  return group
}

/** Groups are found by the words of their names. */
export const groupFindable = (
  tx: Tx,
  { id, organization_id, name }: Pick<GroupRow, 'id' | 'organization_id' | 'name'>,
): Promise<void> => setWords(tx, { kind: 'group', organization_id, id }, wordsIn(name))

/** Keeps the row, so that the group can still be looked at, but nobody in it and it in no other. */
export async function deleteGroupRow(tx: Tx, id: GroupId, at: Instant): Promise<void> {
  await tx.updateTable('person_group').set({ deleted_at: at }).where('id', '=', id).execute()
  await removeSubscriptionsOfGroup(tx, id)
  await removeMembers(tx, id)
  await deleteWords(tx, 'group', [id])
  await tx.deleteFrom('group_group').where('group_id', '=', id).execute()
  await tx.deleteFrom('group_group').where('member_group_id', '=', id).execute()
  await unsubscribeGroup(tx, id)
}

const idsOf = <T>(rows: readonly { id: T }[]): T[] => rows.map(({ id }) => id)

const selectMembers = prepared<{ id: GroupId }, { id: PersonId }>((db, $) =>
  sql<{ id: PersonId }>`
    select m.person_id as id from group_person m join person p on p.id = m.person_id
    where m.group_id = ${$('id')} and p.deleted_at is null order by m.person_id`.compile(db),
)
/** The persons directly in a group. */
export const listMembers = async (db: Db, id: GroupId): Promise<PersonId[]> =>
  idsOf(await selectMembers(db, { id }))

const selectMemberGroups = prepared<{ id: GroupId }, { id: GroupId }>((db, $) =>
  db
    .selectFrom('group_group')
    .select('member_group_id as id')
    .where('group_id', '=', $('id'))
    .orderBy('member_group_id')
    .compile(),
)
/** The groups directly in a group. */
export const listMemberGroups = async (db: Db, id: GroupId): Promise<GroupId[]> =>
  idsOf(await selectMemberGroups(db, { id }))

/**
 * All groups in the one called `id`, at any depth. `union` visits each once, whatever ways lead to it. Joined by
 * `cross join` because SQLite would read the other table whole: it expects much of a recursion, and takes the tables
 * of a cross join in the order in which they stand.
 */
const BELOW = (id: GroupId) => sql`
  with recursive below (id) as (
    select member_group_id from group_group where group_id = ${id}
    union
    select m.member_group_id from below cross join group_group m where m.group_id = below.id
  )`

const selectInheritedMembers = prepared<{ id: GroupId }, { id: PersonId }>((db, $) =>
  sql<{ id: PersonId }>`
    ${BELOW($('id'))}
    select distinct m.person_id as id
    from below cross join group_person m cross join person p
    where m.group_id = below.id and p.id = m.person_id and p.deleted_at is null order by 1`.compile(db),
)
/** The persons in the groups in a group, at any depth. */
export const listInheritedMembers = async (db: Db, id: GroupId): Promise<PersonId[]> =>
  idsOf(await selectInheritedMembers(db, { id }))

const selectInheritedGroups = prepared<{ id: GroupId }, { id: GroupId }>((db, $) =>
  sql<{ id: GroupId }>`
    ${BELOW($('id'))}
    select distinct m.member_group_id as id
    from below cross join group_group m where m.group_id = below.id order by 1`.compile(db),
)
/** The groups in the groups in a group, at any depth. */
export const listInheritedGroups = async (db: Db, id: GroupId): Promise<GroupId[]> =>
  idsOf(await selectInheritedGroups(db, { id }))

const selectGroupsAbove = prepared<{ id: GroupId }, { id: GroupId }>((db, $) =>
  sql<{ id: GroupId }>`
    with recursive upward (id) as (
      select group_id from group_group where member_group_id = ${$('id')}
      union
      select m.group_id from upward cross join group_group m where m.member_group_id = upward.id
    )
    select id from upward`.compile(db),
)
/** The groups that a group is in, directly or through others. */
export const listGroupsAbove = async (db: Db, id: GroupId): Promise<GroupId[]> =>
  idsOf(await selectGroupsAbove(db, { id }))

/** The team shares that a group brings to machines of those in it, by itself or through the groups it is in. */
export const listSharesThrough = async (db: Db, id: GroupId): Promise<RootId[]> =>
  listSharesOnMachines(db, [id, ...(await listGroupsAbove(db, id))])

const selectGroupsOf = prepared<{ id: PersonId }, { id: GroupId }>((db, $) =>
  sql<{ id: GroupId }>`
    with recursive upward (id) as (
      select group_id from group_person where person_id = ${$('id')}
      union
      select m.group_id from upward cross join group_group m where m.member_group_id = upward.id
    )
    select id from upward order by id`.compile(db),
)
/** The groups that a person is in, directly or through others. */
export const listGroupsOf = async (db: Db, personId: PersonId): Promise<GroupId[]> =>
  idsOf(await selectGroupsOf(db, { id: personId }))

/** Of these ids, the first that is no live person of the organization; guests are none. */
export async function findForeignPerson(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly PersonId[],
): Promise<PersonId | undefined> {
  return firstMissing(ids, (batch) =>
    db
      .selectFrom('person')
      .select('id')
      .where('id', 'in', batch)
      .where('organization_id', '=', organizationId)
      .where('guest', '=', 0)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

/** Of these ids, the first that is no live group of the organization. */
export async function findForeignGroup(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly GroupId[],
): Promise<GroupId | undefined> {
  return firstMissing(ids, (batch) =>
    db
      .selectFrom('person_group')
      .select('id')
      .where('id', 'in', batch)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

async function firstMissing<T>(
  ids: readonly T[],
  find: (batch: T[]) => Promise<{ id: T }[]>,
): Promise<T | undefined> {
  for (const batch of batches(ids)) {
    const found = new Set(idsOf(await find(batch)))
    const missing = batch.find((id) => !found.has(id))
    if (missing !== undefined) return missing
  }
  return undefined
}

export async function replaceMembers(tx: Tx, group_id: GroupId, ids: readonly PersonId[]): Promise<void> {
  await removeMembers(tx, group_id)
  await addMembers(tx, membersOf(group_id, ids))
}

export async function replaceMemberGroups(tx: Tx, group_id: GroupId, ids: readonly GroupId[]): Promise<void> {
  await tx.deleteFrom('group_group').where('group_id', '=', group_id).execute()
  for (const batch of batches(ids))
    await tx
      .insertInto('group_group')
      .values(batch.map((member_group_id) => ({ group_id, member_group_id })))
      .execute()
}

/** Throws `invalid_request` for what is no live group of the organization. */
export async function addPersonToGroups(
  tx: Tx,
  person_id: PersonId,
  groupIds: readonly GroupId[],
  organizationId: OrganizationId,
): Promise<void> {
  if (groupIds.length === 0) return
  // A group must not be deleted between the look and the entry.
  await holdOrganization(tx, organizationId)
  const foreign = await findForeignGroup(tx, organizationId, groupIds)
  if (foreign !== undefined) refuse('group_ids', `there is no group ${foreign} in this organization`)
  await addMembers(
    tx,
    groupIds.map((group_id) => ({ group_id, person_id })),
  )
}

/** Puts a person into these groups and takes it out of all others. */
export async function replaceGroupsOfPerson(
  tx: Tx,
  personId: PersonId,
  groupIds: readonly GroupId[],
  organizationId: OrganizationId,
): Promise<void> {
  await removePersonFromGroups(tx, personId)
  await addPersonToGroups(tx, personId, groupIds, organizationId)
}

/** For good, if the person was deleted before in the same transaction. */
export async function removePersonFromGroups(tx: Tx, personId: PersonId): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select('organization_id')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  // A transaction that is about to add the person to a group goes first, or sees it deleted.
  await holdOrganization(tx, person.organization_id)
  await leaveGroups(tx, [personId])
}
