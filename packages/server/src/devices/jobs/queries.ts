import type { MachineId, MachineJobId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll } from '../../platform/db/statements.ts'

export type MachineJobRow = Selectable<Schema['machine_job']>

const selectOf = (db: Db, machineId: MachineId) =>
  db.selectFrom('machine_job').where('machine_id', '=', machineId)

export const listJobRows = (
  db: Db,
  machineId: MachineId,
  { skip, limit }: { skip: number; limit: number },
): Promise<MachineJobRow[]> =>
  selectOf(db, machineId).selectAll().orderBy('id', 'desc').limit(limit).offset(skip).execute()

export const findJob = (db: Db, machineId: MachineId, id: MachineJobId): Promise<MachineJobRow | undefined> =>
  selectOf(db, machineId).selectAll().where('id', '=', id).executeTakeFirst()

/** Those that are not finished, or all. */
export async function countJobs(db: Db, machineId: MachineId, which?: 'open'): Promise<number> {
  const all = selectOf(db, machineId).select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await (which
    ? all.where('finished_at', 'is', null)
    : all.modifyEnd(readsAll('a page says of how many it is'))
  ).executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertJob(tx: Tx, row: Insertable<Schema['machine_job']>): Promise<void> {
  await tx.insertInto('machine_job').values(row).execute()
}

/** The jobs by which a machine is to remove its copies of roots. */
export async function listRemovals(tx: Tx, machineId: MachineId): Promise<Map<RootId, MachineJobId>> {
  const rows = await selectOf(tx, machineId)
    .select(['id', 'root_id'])
    .where('kind', '=', 'remove_files')
    .where('finished_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, root_id }) => [root_id, id]))
}

/** Some of those that came to their end before a time; their number. */
export async function deleteFinished(tx: Tx, before: Instant, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('machine_job')
    .where(
      'id',
      'in',
      tx
        .selectFrom('machine_job')
        .select('id')
        .where('finished_at', '<', before)
        .orderBy('finished_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Undefined if it has come to its end already. */
export const updateOpenJob = (
  tx: Tx,
  machineId: MachineId,
  id: MachineJobId,
  change: Updateable<Schema['machine_job']>,
): Promise<MachineJobRow | undefined> =>
  tx
    .updateTable('machine_job')
    .set(change)
    .where('machine_id', '=', machineId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
