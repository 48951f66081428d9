import type { JobId } from '@holdfast/api/ids'
import type { SystemJob } from '@holdfast/api/oversight/system-jobs'
import { authorizeSystem } from '../../access/administration.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { findShownJob, renewJob } from '../../platform/jobs/system-queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { organizationOf, viewJob } from './job-view.ts'

export const IN_PROGRESS = 'The job is in progress. Wait until it ends.'

/** Has a job attempted now, as if it were new, also one that was given up. */
export async function retrySystemJob(ctx: Ctx, who: PersonPrincipal, id: JobId): Promise<SystemJob> {
  return ctx.db.write(async (tx) => {
    const job = (await findShownJob(tx, id)) ?? noSuch(`job ${id}`)
    await authorizeSystem(tx, who)
    const at = ctx.now()
    if (!(await renewJob(tx, id, at))) fail('resource_locked', IN_PROGRESS)
    const on = { site: { organization_id: ROOT_ORGANIZATION }, about: job.kind }
    await recordActivity(tx, who, 'system_job_retried', on, at)
    const organization = await organizationOf(tx, job)
    return viewJob(ctx.config, { ...job, due_at: at, attempts: 0, given_up_at: null }, organization)
  })
}
