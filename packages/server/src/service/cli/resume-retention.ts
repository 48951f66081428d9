import { resumeRetention } from '../../oversight/pause/resume-retention.ts'
import type { Ctx } from '../../platform/context.ts'
import { isRestingAfterTakeOver } from '../../platform/installation/rest-queries.ts'

export async function runResumeRetention(ctx: Ctx): Promise<number> {
  if (!(await resumeRetention(ctx))) {
    console.log('Retention is not paused.')
    return 0
  }
  console.log(
    'Retention resumes: deleted files and earlier versions that are past their retention time are now deleted permanently.',
  )
  if (await isRestingAfterTakeOver(ctx.db.read, ctx.now()))
    console.log(
      'Their bytes stay in the store that was taken over until “holdfast verify --content” has found everything whole, and 30 days are over.',
    )
  return 0
}
