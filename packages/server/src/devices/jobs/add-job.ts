import { MAX_OPEN_JOBS } from '@holdfast/api/devices/device-fields'
import type { Insertable } from 'kysely'
import { fail } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { holdMachine } from '../../records/machines.ts'
import { countJobs, insertJob } from './queries.ts'

/** Gives a machine something to do. It learns of it whenever it is connected. */
export async function addJob(tx: Tx, job: Omit<Insertable<Schema['machine_job']>, 'state'>): Promise<void> {
  await holdMachine(tx, job.machine_id)
  if ((await countJobs(tx, job.machine_id, 'open')) >= MAX_OPEN_JOBS)
    fail(
      'policy_error',
      `The machine already has ${MAX_OPEN_JOBS} open jobs. Wait for them to finish, or cancel some.`,
    )
  await insertJob(tx, { ...job, state: 'waiting' })
  announce(tx, `m${job.machine_id}`)
}
