import type { MachineId, MachineRootId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Selectable, Updateable } from 'kysely'
import { batches, inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type JobRow = Selectable<Schema['machine_job']>

export type Asker = Pick<Selectable<Schema['person']>, 'id' | 'first_name' | 'last_name' | 'email'>

/** What others see of them; also of those who are gone. */
export const listPersons = (db: Db, ids: readonly PersonId[]): Promise<Asker[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('id', 'in', batch)
      .execute(),
  )

export const listOpenJobs = (db: Db, ids: readonly MachineId[]): Promise<JobRow[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('machine_job')
      .selectAll()
      .where('machine_id', 'in', batch)
      .where('finished_at', 'is', null)
      .orderBy('id')
      .execute(),
  )

/** Roots whose copies a machine is to keep after all. */
export async function cancelRemovals(
  tx: Tx,
  machineId: MachineId,
  rootIds: readonly RootId[],
  at: Instant,
): Promise<void> {
  for (const batch of batches(rootIds))
    await tx
      .updateTable('machine_job')
      .set({ state: 'cancelled', finished_at: at })
      .where('machine_id', '=', machineId)
      .where('root_id', 'in', batch)
      .where('kind', '=', 'remove_files')
      .where('finished_at', 'is', null)
      .execute()
}

export async function updateMachineRoots(
  tx: Tx,
  ids: readonly MachineRootId[],
  change: Updateable<Schema['machine_root']>,
): Promise<void> {
  for (const batch of batches(ids))
    await tx.updateTable('machine_root').set(change).where('id', 'in', batch).execute()
}
