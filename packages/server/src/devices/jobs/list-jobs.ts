import type { MachineId, MachineJobId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import { noSuch } from '../../errors.ts'
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

export async function getJob(ctx: Ctx, who: PersonPrincipal, { machineId, jobId }: JobPath) {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, machineId))
  return jobView(
    (await findJob(db, machineId, jobId)) ?? noSuch(`job ${jobId} of machine ${machineId}`),
    sees,
  )
}
