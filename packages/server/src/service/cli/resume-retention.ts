import { resumeRetention } from '../../oversight/pause/resume-retention.ts'
import type { Ctx } from '../../platform/context.ts'
import { isRestingAfterTakeOver } from '../../platform/installation/rest-queries.ts'
import { RETENTION } from '../words/upkeep.ts'

export async function runResumeRetention(ctx: Ctx): Promise<number> {
  if (!(await resumeRetention(ctx))) {
    console.log(RETENTION.notPaused)
    return 0
  }
  console.log(RETENTION.resumed)
  if (await isRestingAfterTakeOver(ctx.db.read, ctx.now())) console.log(RETENTION.storeWaits)
  return 0
}
