import type { BrakeId } from '@holdfast/api/ids'
import type { Brake } from '@holdfast/api/oversight/brakes'
import { authorizeBrake } from '../../access/brakes.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { resumeSignIns, updateBrake } from '../../records/brakes.ts'
import { settledBy, viewOf } from './settle.ts'

/** Takes down that what was noticed was right. Changes that were paused go on. */
export async function judgeRight(ctx: Ctx, who: PersonPrincipal, id: BrakeId): Promise<Brake> {
  await ctx.db.write(async (tx) => {
    const access = await authorizeBrake(tx, who, id, 'mayJudge')
    const at = ctx.now()
    await updateBrake(tx, id, { ...(await settledBy(tx, who, access, 'right', at)), paused: 0 })
    await resumeSignIns(tx, access.brake, id)
    await recordActivity(tx, who, 'brake_right', { root: access.root }, at)
  })
  return viewOf(ctx.db.read, who, id)
}
