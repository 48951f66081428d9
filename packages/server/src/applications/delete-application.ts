import type { Principal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { revokeSessionsOfClient } from '../oauth/queries.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'
import { deleteApplicationRow } from './queries.ts'

/** Removes an application and ends every sign-in through it. */
export async function deleteApplication(ctx: Ctx, who: Principal, path: ApplicationPath): Promise<void> {
  await ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const at = ctx.now()
    await deleteApplicationRow(tx, application.id)
    await revokeSessionsOfClient(tx, application.client_id, at)
    await recordActivity(tx, who, 'application_deleted', { organization, about: application.name }, at)
  })
}
