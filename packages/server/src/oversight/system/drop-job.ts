import type { JobId } from '@holdfast/api/ids'
import { authorizeSystem } from '../../access/administration.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { isDroppable } from '../../platform/jobs/jobs.ts'
import { deleteIdleJob, findShownJob } from '../../platform/jobs/system-queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { IN_PROGRESS } from './retry-job.ts'

/** Has a job attempted never again, where nothing is lost with it. */
export async function dropSystemJob(ctx: Ctx, who: PersonPrincipal, id: JobId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const job = (await findShownJob(tx, id)) ?? noSuch(`job ${id}`)
    await authorizeSystem(tx, who)
    if (!isDroppable(job.kind))
      fail('policy_error', 'Files, accounts or access depend on this job, so it can’t be dropped. Retry it.')
    if (!(await deleteIdleJob(tx, id))) fail('resource_locked', IN_PROGRESS)
    const on = { site: { organization_id: ROOT_ORGANIZATION }, about: job.kind }
    await recordActivity(tx, who, 'system_job_dropped', on, ctx.now())
  })
}
