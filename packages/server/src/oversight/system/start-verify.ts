import { authorizeSystem } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { updateInstallationState } from '../../platform/installation/state-queries.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { isQueued } from '../../platform/jobs/queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'

/** Queues verifying everything, unless that waits or is under way. */
export async function startSystemVerify(ctx: Ctx, who: PersonPrincipal): Promise<void> {
  await ctx.db.write(async (tx) => {
    await authorizeSystem(tx, who)
    if (await isQueued(tx, 'verify_everything')) return
    const at = ctx.now()
    await enqueue(tx, 'verify_everything', {}, at)
    await updateInstallationState(tx, { verify_asked_at: at, verify_begun_at: null, verify_ended_at: null })
    const on = { site: { organization_id: ROOT_ORGANIZATION } }
    await recordActivity(tx, who, 'installation_verify_started', on, at)
  })
}
