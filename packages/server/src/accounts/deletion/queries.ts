import type { EntryId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll, WHOLE_ROOT } from '../../platform/db/statements.ts'
import { closePersons, freed } from '../../records/close-persons.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { addCounts } from '../../records/organizations.ts'
import { removeSubscriptionsOfGroups } from '../../records/shares.ts'

/** Marks the roots of organizations deleted and tells how many they were. */
export async function deleteRootsOf(tx: Tx, ids: readonly OrganizationId[], at: Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('root')
    .set({ deleted_at: at })
    .where('organization_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What must be unique is free for others from here on. */
export async function markOrganizationsDeleted(
  tx: Tx,
  ids: readonly OrganizationId[],
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('organization')
    .set({
      deleted_at: at,
      slug: freed,
      hostname: null,
      brand_logo: null,
      license_key: null,
      closes_at: null,
      children_count: 0,
      roots_count: 0,
      shares_count: 0,
    })
    .where('id', 'in', ids)
    .execute()
  for (const table of ['organization_closing', 'organization_logo', 'customer_step'] as const)
    await tx.deleteFrom(table).where('organization_id', 'in', ids).execute()
}

export async function insertDeletion(
  tx: Tx,
  deletion: Insertable<Schema['organization_deletion']>,
): Promise<void> {
  await tx.insertInto('organization_deletion').values(deletion).execute()
}

export const findDeletion = (
  db: Db,
  id: OrganizationId,
): Promise<Selectable<Schema['organization_deletion']> | undefined> =>
  db.selectFrom('organization_deletion').selectAll().where('organization_id', '=', id).executeTakeFirst()

export const listOpenDeletions = (db: Db): Promise<{ organization_id: OrganizationId }[]> =>
  db
    .selectFrom('organization_deletion')
    .select('organization_id')
    .where('finished_at', 'is', null)
    .orderBy('organization_id')
    .modifyEnd(readsAll('an index has those alone that are not finished'))
    .execute()

export async function finishDeletion(tx: Tx, id: OrganizationId, at: Instant): Promise<void> {
  await tx
    .updateTable('organization_deletion')
    .set({ finished_at: at })
    .where('organization_id', '=', id)
    .execute()
}

/** An organization and all below it, the deleted ones too. */
export async function listAllDownward(db: Db, id: OrganizationId): Promise<OrganizationId[]> {
  const { rows } = await sql<{ id: OrganizationId }>`
    with recursive downward (id) as (
      select id from organization where id = ${id}
      union all
      select o.id from downward join organization o on o.parent_id = downward.id
    )
    select id from downward order by id`.execute(db)
  return rows.map((row) => row.id)
}

export async function countRootsLeft(db: Db, ids: readonly OrganizationId[]): Promise<number> {
  const { left } = await db
    .selectFrom('root')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('organization_id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Closes some accounts of an organization and gives how many there were. */
export async function closeAccounts(
  tx: Tx,
  organizationId: OrganizationId,
  limit: number,
  at: Instant,
): Promise<number> {
  const people = await tx
    .selectFrom('person')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
  if (people.length > 0)
    await closePersons(
      tx,
      people.map(({ id }) => id),
      at,
      { outright: true },
    )
  return people.length
}

/** What an organization has beside accounts and files. */
export async function removeBelongings(tx: Tx, id: OrganizationId, at: Instant): Promise<void> {
  await tx
    .updateTable('person_group')
    .set({ deleted_at: at })
    .where('organization_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  await removeSubscriptionsOfGroups(tx, id)
  await tx.deleteFrom('name_word').where('organization_id', '=', id).execute()
  await tx
    .deleteFrom('group_group')
    .where('group_id', 'in', tx.selectFrom('person_group').select('id').where('organization_id', '=', id))
    .execute()
  await tx
    .updateTable('organization')
    .set({ groups_count: 0, roots_count: 0, shares_count: 0 })
    .where('id', '=', id)
    .execute()
  const applications = await tx
    .deleteFrom('application')
    .where('organization_id', '=', id)
    .returning('client_id')
    .execute()
  // People of other organizations are signed in through them, too.
  const clients = applications.map(({ client_id }) => client_id)
  if (clients.length > 0) await endSignIns(tx, { clients }, { at })
  await tx.deleteFrom('auth_source').where('organization_id', '=', id).execute()
}

/** The roots of one kind that an account has: gone with it, or left to its organization. */
export async function deleteOrLeaveRoots(
  tx: Tx,
  personId: PersonId,
  kind: 'sync' | 'backup',
  remove: boolean,
  at: Instant,
): Promise<void> {
  const roots = await tx
    .updateTable('root')
    .set(remove ? { deleted_at: at } : { person_id: null })
    .where('person_id', '=', personId)
    .where('root_type', '=', kind)
    .where('deleted_at', 'is', null)
    .returning('organization_id')
    .execute()
  if (remove) for (const { organization_id } of roots) await addCounts(tx, organization_id, { roots: -1 })
}

export interface AddedFile {
  id: EntryId
  root_id: RootId
}

/** Files in the team shares of a person's organization whose first revision the person made, by id. */
export const listAddedFiles = (
  db: Db,
  personId: PersonId,
  after: number,
  limit: number,
): Promise<AddedFile[]> =>
  db
    .selectFrom('person as p')
    .innerJoin('root as r', 'r.organization_id', 'p.organization_id')
    .innerJoin('entry as e', 'e.root_id', 'r.id')
    .select(['e.id', 'e.root_id'])
    .where('p.id', '=', personId)
    .where('r.root_type', '=', 'share')
    .where('r.deleted_at', 'is', null)
    .where('e.kind', '=', 'file')
    .where('e.deleted_at', 'is', null)
    .where('e.id', '>', after as EntryId)
    .where(
      ({ selectFrom }) =>
        selectFrom('revision as v')
          .select('v.person_id')
          .whereRef('v.root_id', '=', 'e.root_id')
          .whereRef('v.entry_id', '=', 'e.id')
          .orderBy('v.id')
          .limit(1),
      '=',
      personId,
    )
    .orderBy('e.id')
    .limit(limit)
    .modifyEnd(WHOLE_ROOT)
    .execute()
