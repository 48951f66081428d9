import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/oversight/system-jobs'
import { dropSystemJob } from '../../../oversight/system/drop-job.ts'
import { listSystemJobs } from '../../../oversight/system/list-jobs.ts'
import { retrySystemJob } from '../../../oversight/system/retry-job.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const systemJobRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listSystemJobs, ({ who, params }) => listSystemJobs(ctx, who, params))
  route(app, ctx, api.retrySystemJob, ({ who, params }) => retrySystemJob(ctx, who, params.job_id))
  route(app, ctx, api.dropSystemJob, async ({ who, params }) => {
    await dropSystemJob(ctx, who, params.job_id)
    return OK
  })
})
