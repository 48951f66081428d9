import type { EntryId, OrganizationId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { ChunkId, Schema } from '../db/schema.ts'
import { addCounts } from '../organizations/queries.ts'

/** Takes the place of a value that others may have from now on. */
const freed = sql<string>`'deleted-' || id`

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
      license_key: null,
      children_count: 0,
      roots_count: 0,
      shares_count: 0,
    })
    .where('id', 'in', ids)
    .execute()
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
    )
  return people.length
}

/** Takes accounts out of use for good. Their address is free again; their name stays in records. */
export async function closePersons(tx: Tx, ids: readonly PersonId[], at: Instant): Promise<void> {
  const closed = await tx
    .updateTable('person')
    .set({
      active: 0,
      deleted_at: at,
      email_key: freed,
      password_hash: null,
      totp_secret: null,
      backup_key_hash: null,
      two_step_mode: null,
      two_step_pending: null,
    })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning(['organization_id', 'guest', 'site_admin', 'system_admin'])
    .execute()
  for (const { organization_id, guest, site_admin, system_admin } of closed)
    await addCounts(
      tx,
      organization_id,
      guest ? { guests: -1 } : { persons: -1, admins: site_admin || system_admin ? -1 : 0 },
    )
  await tx.deleteFrom('group_person').where('person_id', 'in', ids).execute()
  for (const table of ['sent_code', 'password_reset'] as const)
    await tx.deleteFrom(table).where('person_id', 'in', ids).execute()
  await tx
    .deleteFrom('authorization_code')
    .where('person_id', 'in', ids)
    .where('session_id', 'is', null)
    .execute()
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('person_id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
  const machines = await tx
    .updateTable('machine')
    .set({ deleted_at: at })
    .where('person_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('organization_id')
    .execute()
  for (const { organization_id } of machines) await addCounts(tx, organization_id, { machines: -1 })
}

/** What an organization has beside accounts and files. */
export async function removeBelongings(tx: Tx, id: OrganizationId, at: Instant): Promise<void> {
  await tx
    .updateTable('person_group')
    .set({ deleted_at: at })
    .where('organization_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  await tx.updateTable('organization').set({ groups_count: 0 }).where('id', '=', id).execute()
  await tx.deleteFrom('application').where('organization_id', '=', id).execute()
  await tx.deleteFrom('auth_source').where('organization_id', '=', id).execute()
}

type RootToPurge = { id: RootId; organization_id: OrganizationId }

export function listRootsToPurge(
  db: Db,
  organizationId: OrganizationId | undefined,
  limit: number,
): Promise<RootToPurge[]> {
  let query = db
    .selectFrom('root')
    .select(['id', 'organization_id'])
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId)
  return query.orderBy('organization_id').orderBy('id').limit(limit).execute()
}

/** Removes some items of a root with all their revisions. Chunks that nothing refers to then are left to the sweep. */
export async function purgeEntries(tx: Tx, root: RootToPurge, limit: number, at: Instant): Promise<number> {
  const entries = await idsOf<EntryId>(
    tx.selectFrom('entry').select('id').where('root_id', '=', root.id).limit(limit).execute(),
  )
  if (entries.length === 0) return 0
  const revisions = await idsOf<RevisionId>(
    tx.selectFrom('revision').select('id').where('entry_id', 'in', entries).execute(),
  )
  for (let from = 0; from < revisions.length; from += 500)
    await purgeRevisions(tx, root, revisions.slice(from, from + 500), at)
  await tx.deleteFrom('entry_version').where('entry_id', 'in', entries).execute()
  await tx.deleteFrom('entry').where('id', 'in', entries).execute()
  return entries.length
}

async function idsOf<T>(rows: Promise<{ id: T }[]>): Promise<T[]> {
  return (await rows).map(({ id }) => id)
}

async function purgeRevisions(
  tx: Tx,
  root: RootToPurge,
  revisions: readonly RevisionId[],
  at: Instant,
): Promise<void> {
  if (revisions.length === 0) return
  const uses = await tx
    .selectFrom('revision_chunk')
    .select(({ fn }) => ['chunk_id', fn.countAll<number>().as('uses')])
    .where('revision_id', 'in', revisions)
    .groupBy('chunk_id')
    .execute()
  let freedBytes = 0
  for (const { chunk_id, uses: count } of uses)
    freedBytes += await dropUses(tx, chunk_id as ChunkId, Number(count), at)
  await tx.deleteFrom('revision_chunk').where('revision_id', 'in', revisions).execute()
  await tx.deleteFrom('revision').where('id', 'in', revisions).execute()
  for (const [table, id] of [
    ['root', root.id],
    ['organization', root.organization_id],
  ] as const)
    await tx
      .updateTable(table as 'root')
      .set({ stored_size: sql`stored_size - ${freedBytes}` })
      .where('id', '=', id as RootId)
      .execute()
}

/** Counts uses of a chunk that ended; gives its size if there are none left. */
async function dropUses(tx: Tx, id: ChunkId, uses: number, at: Instant): Promise<number> {
  const { refs, size } = await tx
    .updateTable('chunk')
    .set({
      refs: sql`refs - ${uses}`,
      idle_since: sql<Instant | null>`case when refs = ${uses} then ${sql.lit(at)} else idle_since end`,
    })
    .where('id', '=', id)
    .returning(['refs', 'size'])
    .executeTakeFirstOrThrow()
  return refs === 0 ? size : 0
}

/** Removes some of a root's log and gives how much there was. */
export async function purgeLog(tx: Tx, rootId: RootId, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('change')
    .where('root_id', '=', rootId)
    .where(
      'seq',
      'in',
      tx.selectFrom('change').select('seq').where('root_id', '=', rootId).orderBy('seq').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setPurged(tx: Tx, id: RootId, at: Instant): Promise<void> {
  await tx
    .updateTable('root')
    .set({
      purged_at: at,
      seq: 0,
      live_size: 0,
      live_children: 0,
      deleted_children: 0,
      live_files: 0,
      live_revisions: 0,
      live_revision_size: 0,
      deleted_files: 0,
      deleted_revisions: 0,
      deleted_revision_size: 0,
    })
    .where('id', '=', id)
    .execute()
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
