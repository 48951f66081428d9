import type { AuthSourceId, GroupId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { removeMembers } from '../../../records/group-members.ts'
import { groupFindable } from '../../../records/groups.ts'
import { addCounts } from '../../../records/organizations.ts'
import { type AddressHolder, HOLDING } from '../../../records/people.ts'
import { removeSubscriptionsOfGroup } from '../../../records/shares.ts'
import { deleteWords } from '../../../records/words.ts'

type Person = Selectable<Schema['person']>
type Group = Selectable<Schema['person_group']>

const KNOWN = [
  'id',
  'email',
  'email_key',
  'first_name',
  'last_name',
  'active',
  'directory_id',
  'directory_dn',
  'directory_gone_at',
] as const
/** An account that an earlier import made. */
export type KnownPerson = Pick<Person, (typeof KNOWN)[number]>

export const listKnownPersons = (
  db: Db,
  id: AuthSourceId,
  directoryIds: readonly string[],
): Promise<KnownPerson[]> =>
  db
    .selectFrom('person')
    .select(KNOWN)
    .where('auth_source_id', '=', id)
    .where('directory_id', 'in', directoryIds)
    .where('deleted_at', 'is', null)
    .execute()

/** Whose address it is, whatever kind of account that is. */
export type Holder = Pick<Person, 'id' | 'email_key' | 'auth_source_id' | 'directory_gone_at'> & AddressHolder

export const listHolders = (db: Db, emailKeys: readonly string[]): Promise<Holder[]> =>
  db
    .selectFrom('person')
    .select(['id', 'email_key', 'auth_source_id', 'directory_gone_at', ...HOLDING])
    .where('email_key', 'in', emailKeys)
    .execute()

export type ActivePerson = Pick<
  Person,
  'id' | 'organization_id' | 'email' | 'first_name' | 'last_name' | 'directory_id' | 'system_admin'
>
const ACTIVE = [
  'id',
  'organization_id',
  'email',
  'first_name',
  'last_name',
  'directory_id',
  'system_admin',
] as const

export const listActivePersons = (db: Db, id: AuthSourceId): Promise<ActivePerson[]> =>
  db
    .selectFrom('person')
    .select(ACTIVE)
    .where('auth_source_id', '=', id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Gives those that were active until now. */
export const disablePersons = (
  tx: Tx,
  id: AuthSourceId,
  personIds: readonly PersonId[],
  at: Instant,
): Promise<ActivePerson[]> =>
  tx
    .updateTable('person')
    .set({ active: 0, directory_gone_at: at })
    .where('id', 'in', personIds)
    .where('auth_source_id', '=', id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .returning(ACTIVE)
    .execute()

/** A group that an earlier import made; one that the directory lost is kept, deleted, and can come back. */
export type KnownGroup = Pick<Group, 'id' | 'organization_id' | 'name' | 'directory_id' | 'deleted_at'>

export const listKnownGroups = (db: Db, id: AuthSourceId): Promise<KnownGroup[]> =>
  db
    .selectFrom('person_group')
    .select(['id', 'organization_id', 'name', 'directory_id', 'deleted_at'])
    .where('auth_source_id', '=', id)
    .orderBy('id')
    .execute()

export const listGroupNames = (
  db: Db,
  organizationId: OrganizationId,
): Promise<Pick<Group, 'id' | 'name'>[]> =>
  db
    .selectFrom('person_group')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute()

export async function reviveGroup(tx: Tx, group: KnownGroup): Promise<void> {
  await addCounts(tx, group.organization_id, { groups: 1 })
  await tx.updateTable('person_group').set({ deleted_at: null }).where('id', '=', group.id).execute()
  await groupFindable(tx, group)
}

/** True for the one caller that did. Nobody is a member of what is gone. */
export async function retireGroup(tx: Tx, group: KnownGroup, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person_group')
    .set({ deleted_at: at })
    .where('id', '=', group.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await addCounts(tx, group.organization_id, { groups: -1 })
  await removeSubscriptionsOfGroup(tx, group.id)
  await removeMembers(tx, group.id)
  await deleteWords(tx, 'group', [group.id])
  await tx
    .deleteFrom('group_group')
    .where((where) => where.or([where('group_id', '=', group.id), where('member_group_id', '=', group.id)]))
    .execute()
  return true
}

/** Who of this directory is in a group; those who were put there by hand are not the directory's business. */
export async function listMembers(
  db: Db,
  id: AuthSourceId,
  groupId: GroupId,
): Promise<Map<string, PersonId>> {
  const rows = await db
    .selectFrom('group_person as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.directory_id'])
    .where('m.group_id', '=', groupId)
    .where('p.auth_source_id', '=', id)
    .execute()
  return new Map(rows.map((row) => [row.directory_id ?? '', row.id]))
}

export type Nesting = Selectable<Schema['group_group']>

/** Which group of an organization is in which. */
export const listNesting = (db: Db, organizationId: OrganizationId): Promise<Nesting[]> =>
  db
    .selectFrom('group_group as n')
    .innerJoin('person_group as g', 'g.id', 'n.group_id')
    .select(['n.group_id', 'n.member_group_id'])
    .where('g.organization_id', '=', organizationId)
    .execute()

export async function insertNesting(tx: Tx, row: Nesting): Promise<void> {
  await tx
    .insertInto('group_group')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteNesting(tx: Tx, row: Nesting): Promise<void> {
  await tx
    .deleteFrom('group_group')
    .where('group_id', '=', row.group_id)
    .where('member_group_id', '=', row.member_group_id)
    .execute()
}
