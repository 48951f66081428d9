import type { InstallationRetention } from '@holdfast/api/oversight/installation-retention'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { deletePause, findPauseRow } from '../../platform/installation/rest-queries.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { type Actor, type Principal, THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { viewRetention } from './get-installation-retention.ts'

/** For those who run the installation: administrators of its root organization. */
export async function resumeInstallationRetention(ctx: Ctx, who: Principal): Promise<InstallationRetention> {
  await authorizeOrganization(ctx.db.read, who, ROOT_ORGANIZATION)
  await endPause(ctx, who)
  return viewRetention(ctx)
}

/** Whether there was a pause to end. */
export const resumeRetention = (ctx: Ctx): Promise<boolean> => endPause(ctx, THE_SERVICE)

const endPause = ({ db, now }: Ctx, who: Actor): Promise<boolean> =>
  db.write(async (tx) => {
    const pause = await findPauseRow(tx)
    if (!pause || !(await deletePause(tx))) return false
    const at = now()
    const on = { site: { organization_id: ROOT_ORGANIZATION } }
    await recordActivity(tx, who, 'retention_resumed', on, at)
    // Otherwise within the hour.
    await enqueue(tx, 'apply_retention', {}, at)
    return pause.until > at
  })
