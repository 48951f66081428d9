import type { BackupSchedule } from '@holdfast/api/devices/backups'
import type { MachineId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll } from '../../platform/db/statements.ts'

export type BackupRow = Selectable<Schema['backup']>
export type BackupRunRow = Selectable<Schema['backup_run']>

const selectLive = (db: Db, machineId: MachineId) =>
  db
    .selectFrom('backup as b')
    .innerJoin('root as r', 'r.id', 'b.root_id')
    .selectAll('b')
    .where('b.machine_id', '=', machineId)
    .where('r.deleted_at', 'is', null)

export const listBackupRows = (db: Db, machineId: MachineId): Promise<BackupRow[]> =>
  selectLive(db, machineId).orderBy('b.root_id').execute()

export const findBackup = (db: Db, machineId: MachineId, rootId: RootId): Promise<BackupRow | undefined> =>
  selectLive(db, machineId).where('b.root_id', '=', rootId).executeTakeFirst()

export async function countBackups(db: Db, machineId: MachineId): Promise<number> {
  const { count } = await selectLive(db, machineId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function setSchedule(
  tx: Tx,
  rootId: RootId,
  schedule: Omit<BackupSchedule, 'type' | 'root_id'>,
): Promise<void> {
  const change = { schedule: JSON.stringify(schedule), paused: schedule.paused ? 1 : 0 } as const
  await tx.updateTable('backup').set(change).where('root_id', '=', rootId).execute()
}

/** What lists show of the newest run. A device whose clock is ahead does not look as if it were backed up for long. */
export async function noteRun(
  tx: Tx,
  { root_id, finished_at, problem_count }: BackupRunRow,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('root')
    .set({ shown_change: Math.min(finished_at, now) })
    .where('id', '=', root_id)
    .execute()
  await tx.updateTable('backup').set({ unread: problem_count }).where('root_id', '=', root_id).execute()
}

export const insertBackup = (tx: Tx, row: Insertable<Schema['backup']>): Promise<BackupRow> =>
  tx.insertInto('backup').values(row).returningAll().executeTakeFirstOrThrow()

/** What the root holds goes later, by a job. */
export async function markBackupDeleted(tx: Tx, rootId: RootId, at: number): Promise<void> {
  await tx.updateTable('root').set({ deleted_at: at }).where('id', '=', rootId).execute()
  await tx.updateTable('backup').set({ credentials: null }).where('root_id', '=', rootId).execute()
}

const selectRuns = (db: Db, rootId: RootId) => db.selectFrom('backup_run').where('root_id', '=', rootId)

/** The number that the root had when it was last backed up whole. */
export async function findLastRun(db: Db, rootId: RootId): Promise<number | undefined> {
  const run = await selectRuns(db, rootId).select('seq').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return run?.seq
}

/** The newest run that had finished by then, or of all. */
export const findRunAt = (
  db: Db,
  rootId: RootId,
  seq: number = Number.MAX_SAFE_INTEGER,
): Promise<Pick<BackupRunRow, 'seq' | 'finished_at' | 'files' | 'bytes'> | undefined> =>
  selectRuns(db, rootId)
    .select(['seq', 'finished_at', 'files', 'bytes'])
    .where('seq', '<=', seq)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What was before it is no point to restore from. */
export const findFirstRun = (
  db: Db,
  rootId: RootId,
): Promise<Pick<BackupRunRow, 'seq' | 'finished_at'> | undefined> =>
  selectRuns(db, rootId).select(['seq', 'finished_at']).orderBy('id').limit(1).executeTakeFirst()

export const listRunRows = (
  db: Db,
  rootId: RootId,
  { skip, limit }: { skip: number; limit: number },
): Promise<BackupRunRow[]> =>
  selectRuns(db, rootId).selectAll().orderBy('id', 'desc').limit(limit).offset(skip).execute()

export async function countRuns(db: Db, rootId: RootId): Promise<number> {
  const { count } = await selectRuns(db, rootId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .modifyEnd(readsAll('a page says of how many it is'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The same one again is no other. */
export const upsertRun = (tx: Tx, row: Insertable<Schema['backup_run']>): Promise<BackupRunRow> =>
  tx
    .insertInto('backup_run')
    .values(row)
    .onConflict((conflict) => conflict.columns(['root_id', 'started_at']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()

/** All but the newest. */
export async function deleteOldRuns(tx: Tx, rootId: RootId, kept: number): Promise<void> {
  const first = await selectRuns(tx, rootId)
    .select('id')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (first)
    await tx.deleteFrom('backup_run').where('root_id', '=', rootId).where('id', '<=', first.id).execute()
}
