import type { Ctx } from '../../platform/context.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'

const LINE = 'exports'

/** Works on some bytes when nobody else is served, or when it is time for it all the same. Leaves a server that stops. */
export async function takePiece(ctx: Ctx, work: () => Promise<void> | void): Promise<void> {
  leaveIfStopping(ctx)
  if (ctx.makeWay.isNeeded()) await ctx.makeWay.slice(LINE, work)
  else await work()
}

/** Another server, or this one when it is back, goes on with the step from its beginning. */
export function leaveIfStopping(ctx: Ctx): void {
  if (ctx.readiness.stopping) throw new NotYet('The server is stopping', ctx.now())
}
