import type { MachineId, MachineRootId, PersonId, RootId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { batches, inBatches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { Flag } from '../platform/db/tables/columns.ts'
import type { MachineRow } from './machines.ts'
import type { RootRow } from './roots.ts'

/** What is noted of a root that is or was on a machine. */
export type MachineRootRow = Pick<
  Selectable<Schema['machine_root']>,
  'id' | 'machine_id' | 'root_id' | 'source' | 'leaving' | 'epoch' | 'held'
> & {
  /** Whether the machine has said that it let go of it. */
  has_left: Flag
}

type InUse = Pick<
  MachineRow,
  'id' | 'person_id' | 'organization_id' | 'machine_type' | 'created_at' | 'signed_out_at' | 'settings'
>
/** A machine that is in use by someone who is, or is signed out, with what its organization says about such. */
export type MachineInUse = InUse & { policy: string; organization_settings: string }

/** Looked at again and again for all that are connected: no more is read than is needed, policies once each. */
export async function listMachinesInUse(db: Db, ids: readonly MachineId[]): Promise<MachineInUse[]> {
  const machines: InUse[] = await inBatches(ids, (batch) =>
    db
      .selectFrom('machine as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select(['m.id', 'm.person_id', 'm.organization_id', 'm.machine_type', 'm.created_at'])
      .select(['m.signed_out_at', 'm.settings'])
      .where('m.id', 'in', batch)
      .where('m.deleted_at', 'is', null)
      .where(({ or, and, eb }) =>
        or([
          eb('m.signed_out_at', 'is not', null),
          and([eb('p.active', '=', 1), eb('p.deleted_at', 'is', null)]),
        ]),
      )
      .execute(),
  )
  const organizations = await inBatches(
    [...new Set(machines.map(({ organization_id }) => organization_id))],
    (batch) =>
      db.selectFrom('organization').select(['id', 'policy', 'settings']).where('id', 'in', batch).execute(),
  )
  const byId = new Map(organizations.map((organization) => [organization.id, organization]))
  return machines.flatMap((machine) => {
    const of = byId.get(machine.organization_id)
    return of ? [{ ...machine, policy: of.policy, organization_settings: of.settings }] : []
  })
}

/** A live root that is someone's own, or that a subscription brings to some of the machines of someone. */
export interface SubscribedRow extends Pick<RootRow, 'id' | 'name' | 'seq' | 'auto_lock'> {
  person_id: PersonId
  /** None for the person's own. */
  role: Role | null
  target: string | null
  since: Instant
}

/** Who takes part from outside of an organization does so without machines, so that no such rows are among them. */
export const listSubscriptionsOfPersons = (db: Db, ids: readonly PersonId[]): Promise<SubscribedRow[]> =>
  inBatches([...new Set(ids)], async (batch) => {
    const { rows } = await sql<SubscribedRow>`
      with recursive given (id) as (select id from person where id in (${sql.join(batch)})),
      upward (person_id, group_id) as (
        select given.id, m.group_id from given cross join group_person m where m.person_id = given.id
        union
        select upward.person_id, m.group_id
        from upward cross join group_group m where m.member_group_id = upward.group_id
      ),
      subscribed (person_id, root_id, role, target, since) as (
        select given.id, r.id, null, null, r.created_at
        from given cross join root r where r.person_id = given.id and r.root_type = 'sync'
        union all
        select given.id, s.root_id, s.role, s.target, s.created_at
        from given cross join share_person s where s.person_id = given.id
        union all
        select upward.person_id, g.root_id, g.role, g.target, g.created_at
        from upward cross join share_group g where g.group_id = upward.group_id
      )
      select subscribed.person_id, subscribed.role, subscribed.target, subscribed.since,
        r.id, r.name, r.seq, r.auto_lock
      from subscribed cross join root r
      where r.id = subscribed.root_id and r.deleted_at is null order by r.id`.execute(db)
    return rows
  })

/** A live mapping with its root. */
export type MappedRow = Selectable<Schema['machine_mapping']> & {
  root: Pick<RootRow, 'id' | 'name' | 'root_type' | 'person_id' | 'organization_id' | 'seq' | 'auto_lock'>
}

export const listMappingsOfMachines = (db: Db, ids: readonly MachineId[]): Promise<MappedRow[]> =>
  inBatches(ids, async (batch) => {
    const rows = await db
      .selectFrom('machine_mapping as m')
      .innerJoin('root as r', 'r.id', 'm.root_id')
      .selectAll('m')
      .select(['r.name', 'r.root_type', 'r.person_id', 'r.organization_id', 'r.seq', 'r.auto_lock'])
      .where('m.machine_id', 'in', batch)
      .where('m.deleted_at', 'is', null)
      .where('r.deleted_at', 'is', null)
      .orderBy('m.id')
      .execute()
    return rows.map(({ name, root_type, person_id, organization_id, seq, auto_lock, ...mapping }) => ({
      ...mapping,
      root: { id: mapping.root_id, name, root_type, person_id, organization_id, seq, auto_lock },
    }))
  })

/** A live backup with its root. */
export type BackedUpRow = Selectable<Schema['backup']> & { name: string; seq: number }

export const listBackupsOfMachines = (db: Db, ids: readonly MachineId[]): Promise<BackedUpRow[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('backup as b')
      .innerJoin('root as r', 'r.id', 'b.root_id')
      .selectAll('b')
      .select(['r.name', 'r.seq'])
      .where('b.machine_id', 'in', batch)
      .where('r.deleted_at', 'is', null)
      .orderBy('b.root_id')
      .execute(),
  )

const selectMachineRoots = (db: Db) =>
  db
    .selectFrom('machine_root')
    .select(['id', 'machine_id', 'root_id', 'source', 'leaving', 'epoch', 'held'])
    .select(sql<Flag>`case when receipt is null then 0 else 1 end`.as('has_left'))
    .orderBy('id')

export const listMachineRoots = (db: Db, ids: readonly MachineId[]): Promise<MachineRootRow[]> =>
  inBatches(ids, (batch) => selectMachineRoots(db).where('machine_id', 'in', batch).execute())

/** The same, held: what becomes of a root on a machine is decided by one at a time. */
export const holdMachineRoots = (tx: Tx, ids: readonly MachineId[]): Promise<MachineRootRow[]> =>
  inBatches(ids, (batch) => forUpdate(selectMachineRoots(tx).where('machine_id', 'in', batch), tx).execute())

/** The machines that hold these roots as members of a team share do. */
export async function listSharingMachines(db: Db, rootIds: readonly RootId[]): Promise<MachineId[]> {
  const rows = await inBatches(rootIds, (batch) =>
    db
      .selectFrom('machine_root')
      .select('machine_id')
      .where('root_id', 'in', batch)
      .where('source', '=', 'share')
      .where('leaving', 'is', null)
      .execute(),
  )
  return [...new Set(rows.map(({ machine_id }) => machine_id))].sort((a, b) => a - b)
}

/** Roots that have come to machines, for the first time or again. They keep the numbers they had. */
export async function putMachineRoots(
  tx: Tx,
  rows: readonly Pick<Insertable<Schema['machine_root']>, 'machine_id' | 'root_id' | 'source'>[],
): Promise<void> {
  for (const batch of batches(rows))
    await tx
      .insertInto('machine_root')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['machine_id', 'root_id'])
          .doUpdateSet({ source: sql`excluded.source`, leaving: null, epoch: null, receipt: null }),
      )
      .execute()
}

/** Roots that belong to their machines no longer. Their files stay there. */
export async function markLeaving(tx: Tx, ids: readonly MachineRootId[]): Promise<void> {
  for (const batch of batches(ids))
    await tx.updateTable('machine_root').set({ leaving: 'keep' }).where('id', 'in', batch).execute()
}

/** That copies be removed holds in the epoch in which it was wished. */
export interface RemovalWish {
  epoch: string
  by: PersonId
}

/** The same for roots whose copies are to be removed, each as a job of its machine. */
export async function markRemoved(
  tx: Tx,
  rows: readonly Pick<MachineRootRow, 'id' | 'machine_id' | 'root_id'>[],
  { epoch, by }: RemovalWish,
  at: Instant,
): Promise<void> {
  for (const batch of batches(rows)) {
    await tx
      .updateTable('machine_root')
      .set({ leaving: 'remove', epoch, receipt: null })
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute()
    await tx
      .insertInto('machine_job')
      .values(
        batch.map(({ machine_id, root_id }) => ({
          kind: 'remove_files' as const,
          machine_id,
          root_id,
          overwrite: 0 as const,
          state: 'waiting' as const,
          created_by: by,
          created_at: at,
        })),
      )
      .execute()
  }
}

/** Of those that are there. */
export async function listRootNames(db: Db, ids: readonly RootId[]): Promise<Map<RootId, string>> {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom('root')
      .select(['id', 'name'])
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
