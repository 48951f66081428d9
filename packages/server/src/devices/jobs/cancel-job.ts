import type { MachineJob } from '@holdfast/api/devices/fleet'
import { authorizeMachine, authorizeMachineChange, seesNamesOn } from '../../access/machines.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { announce } from '../../platform/db/news.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { finishLeaving } from '../../records/end-sign-ins.ts'
import { named } from '../../records/machines.ts'
import type { JobPath } from './list-jobs.ts'
import { findJob, updateOpenJob } from './queries.ts'
import { jobView } from './view.ts'

/** Ends a job that is not finished. That files be removed is taken back only by who wished it, or an administrator. */
export async function cancelJob(
  ctx: Ctx,
  who: PersonPrincipal,
  { machineId, jobId }: JobPath,
): Promise<MachineJob> {
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const machine = await authorizeMachine(tx, who, machineId)
    const job = (await findJob(tx, machineId, jobId)) ?? noSuch(`job ${jobId} of machine ${machineId}`)
    if (job.kind === 'remove_files' && job.created_by !== who.personId)
      await authorizeMachineChange(tx, who, machineId)
    const change = { state: 'cancelled', finished_at: at, credentials: null } as const
    const cancelled = await updateOpenJob(tx, machineId, jobId, change)
    if (cancelled) {
      const on = { machine: named(machine), about: job.path ?? job.kind }
      await recordActivity(tx, who, 'machine_job_cancelled', on, at)
      await finishLeaving(tx, machine, at)
      announce(tx, `m${machineId}`)
    }
    return jobView(cancelled ?? job, await seesNamesOn(tx, who, machine))
  })
}
