import { noteFullCheck } from '../../oversight/damage/full-check.ts'
import type { Ctx } from '../../platform/context.ts'
import { endTakeOverRest } from '../../platform/installation/rest.ts'
import { findInstallationState, updateInstallationState } from '../../platform/installation/state-queries.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { type Answer, runVerify } from './run-verify.ts'

const LOOK_EVERY_MS = 500

/**
 * The job that a system administrator asked for. It begins again where its server was stopped: how far it came says nothing about what
 * has changed since.
 */
export async function verifyEverything(ctx: Ctx): Promise<void> {
  const begunAt = ctx.now()
  await ctx.db.write((tx) => updateInstallationState(tx, { verify_begun_at: begunAt, verify_ended_at: null }))
  const answer = await untilStopping(ctx, (gone) => runVerify(ctx.config, gone))
  if (ctx.readiness.stopping) throw new NotYet('The server is stopping', ctx.now())
  const isGood = !('error' in answer) && answer.problems === 0
  if (isGood) {
    // As when somebody verified everything by hand.
    await endTakeOverRest(ctx)
    await noteFullCheck(ctx, begunAt)
  }
  await ctx.db.write(async (tx) => {
    const state = await findInstallationState(tx)
    // Somebody has dropped it, and asked for another one since.
    if (state?.verify_begun_at !== begunAt) return
    await updateInstallationState(tx, { verify_ended_at: ctx.now(), ...keptOf(answer) })
    const about = 'error' in answer ? answer.error : `${answer.problems}`
    const on = { site: { organization_id: ROOT_ORGANIZATION }, about }
    await recordActivity(tx, THE_SERVICE, 'installation_verified', on, ctx.now())
  })
  if ('error' in answer) ctx.log.error({ why: answer.error }, 'verifying everything failed')
  else ctx.log[isGood ? 'info' : 'error']({ ...answer }, 'everything was verified')
}

const keptOf = (answer: Answer) =>
  'error' in answer
    ? { verify_roots: null, verify_chunks: null, verify_problems: null, verify_error: answer.error }
    : {
        verify_roots: answer.roots,
        verify_chunks: answer.chunks,
        verify_problems: answer.problems,
        verify_error: null,
      }

async function untilStopping<T>(ctx: Ctx, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController()
  const timer = setInterval(() => ctx.readiness.stopping && gone.abort(), LOOK_EVERY_MS)
  try {
    return await work(gone.signal)
  } finally {
    clearInterval(timer)
  }
}
