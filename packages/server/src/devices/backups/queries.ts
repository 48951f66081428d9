import type { MachineId, RootId } from '@holdfast/api/ids'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type BackupRow = Selectable<Schema['backup']>

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

export async function setSchedule(tx: Tx, rootId: RootId, schedule: string): Promise<void> {
  await tx.updateTable('backup').set({ schedule }).where('root_id', '=', rootId).execute()
}

export const insertBackup = (tx: Tx, row: Insertable<Schema['backup']>): Promise<BackupRow> =>
  tx.insertInto('backup').values(row).returningAll().executeTakeFirstOrThrow()

/** What the root holds goes later, by a job. */
export async function markBackupDeleted(tx: Tx, rootId: RootId, at: number): Promise<void> {
  await tx.updateTable('root').set({ deleted_at: at }).where('id', '=', rootId).execute()
  await tx.updateTable('backup').set({ credentials: null }).where('root_id', '=', rootId).execute()
}

/** The number that the root had when it was last backed up whole. */
export async function findLastRun(db: Db, rootId: RootId): Promise<number | undefined> {
  const run = await db
    .selectFrom('backup_run')
    .select('seq')
    .where('root_id', '=', rootId)
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.seq ?? undefined
}
