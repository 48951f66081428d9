import type { ParamsOf, ResultOf } from '@holdfast/api/operation'
import type { listSystemJobs as operation } from '@holdfast/api/oversight/system-jobs'
import { authorizeSystem } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { listJobsIn } from '../../platform/jobs/system-queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { organizationOf, viewJob } from './job-view.ts'

/** The jobs of the servers in one state, the oldest first. */
export async function listSystemJobs(
  ctx: Ctx,
  who: PersonPrincipal,
  { state, limit, after = 0 }: ParamsOf<typeof operation>,
): Promise<ResultOf<typeof operation>> {
  const db = ctx.db.read
  await authorizeSystem(db, who)
  const jobs = await listJobsIn(db, state, after, limit + 1)
  const shown = jobs.slice(0, limit)
  const results = []
  for (const job of shown) results.push(viewJob(ctx.config, job, await organizationOf(db, job)))
  return {
    results,
    next: jobs.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
