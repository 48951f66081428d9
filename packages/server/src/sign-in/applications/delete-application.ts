import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { deleteApplicationRow } from '../../records/applications.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'

/** Removes an application and ends every sign-in through it. */
export async function deleteApplication(ctx: Ctx, who: Principal, path: ApplicationPath): Promise<void> {
  await ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const at = ctx.now()
    await deleteApplicationRow(tx, application.id)
    await endSignIns(tx, { clients: [application.client_id] }, { at })
    await recordActivity(tx, who, 'application_deleted', { organization, about: application.name }, at)
  })
}
