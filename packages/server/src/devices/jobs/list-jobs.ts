import type { MachineJob } from '@holdfast/api/devices/fleet'
import type { MachineId, MachineJobId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import { noSuch } from '../../errors.ts'
import { waitForNews } from '../../files/changes/wait-for-news.ts'
import type { WaitingCaller } from '../../files/changes/waiting-caller.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { countJobs, findJob, listJobRows } from './queries.ts'
import { jobView } from './view.ts'

/** What a machine is to do and did, the newest first. */
export async function listJobs(
  ctx: Ctx,
  who: PersonPrincipal,
  id: MachineId,
  { page, page_size }: { page: number; page_size: number },
) {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, id))
  const head = pageHead(page, page_size, await countJobs(db, id))
  const rows = await listJobRows(db, id, { skip: (page - 1) * page_size, limit: page_size })
  return { ...head, results: rows.map((row) => jobView(row, sees)) }
}

export interface JobPath {
  machineId: MachineId
  jobId: MachineJobId
}

/** What the caller knows of a job. */
interface KnownOfJob {
  state: MachineJob['state'] | undefined
  done: number | undefined
}

/** A job as it is; with `wait` put off until that is something else than what is known, as long as the caller may know. */
export async function getJob(
  ctx: Ctx,
  caller: WaitingCaller,
  path: JobPath,
  known: KnownOfJob,
  wait: number,
): Promise<MachineJob> {
  const job = await readJob(ctx, caller.who, path)
  const { state = job.state, done = job.done } = known
  const isNews = (now: MachineJob) => now.state !== state || now.done !== done || now.finished !== null
  if (wait === 0 || isNews(job)) return job
  const topic = `m${path.machineId}` as const
  return waitForNews(ctx, caller, { topic, ms: wait * 1000 }, (who) => readJob(ctx, who, path), isNews)
}

async function readJob(ctx: Ctx, who: PersonPrincipal, { machineId, jobId }: JobPath): Promise<MachineJob> {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, machineId))
  return jobView(
    (await findJob(db, machineId, jobId)) ?? noSuch(`job ${jobId} of machine ${machineId}`),
    sees,
  )
}
