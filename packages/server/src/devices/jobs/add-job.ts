import { MAX_OPEN_JOBS } from '@holdfast/api/device-fields'
import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable } from 'kysely'
import { fail } from '../../errors.ts'
import { batches } from '../../platform/db/batches.ts'
import type { Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { holdMachine } from '../../records/machines.ts'
import { countJobs, insertJobs, listRemovals } from './queries.ts'

/** Gives a machine something to do. It learns of it whenever it is connected. */
export async function addJob(tx: Tx, job: Omit<Insertable<Schema['machine_job']>, 'state'>): Promise<void> {
  await holdMachine(tx, job.machine_id)
  if ((await countJobs(tx, job.machine_id, 'open')) >= MAX_OPEN_JOBS)
    fail('policy_error', `The machine has ${MAX_OPEN_JOBS} jobs to do already. Wait, or cancel some.`)
  await insertJobs(tx, [{ ...job, state: 'waiting' }])
  announce(tx, `m${job.machine_id}`)
}

/** Has a machine that is held remove its copies of roots, each once. */
export async function addRemovals(
  tx: Tx,
  machineId: MachineId,
  roots: readonly RootId[],
  { by, at }: { by: PersonId; at: Instant },
): Promise<void> {
  const known = await listRemovals(tx, machineId)
  const jobs = roots
    .filter((root) => !known.has(root))
    .map((root_id) => ({
      kind: 'remove_files' as const,
      machine_id: machineId,
      root_id,
      overwrite: 0 as const,
      state: 'waiting' as const,
      created_by: by,
      created_at: at,
    }))
  for (const batch of batches(jobs)) await insertJobs(tx, batch)
}
