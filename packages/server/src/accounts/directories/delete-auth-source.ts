import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { deleteAuthSourceRow } from '../../records/auth-sources.ts'
import { type AuthSourcePath, authorizeControl } from './authorize-auth-source.ts'

/**
 * Disconnects a directory. Its accounts and groups stay with all they hold, as the organization's own; the accounts
 * have no password until their owners ask for one by mail.
 */
export async function deleteAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath): Promise<void> {
  await ctx.db.write(async (tx) => {
    const { organization, source } = await authorizeControl(tx, who, path)
    await deleteAuthSourceRow(tx, source.id)
    await recordActivity(tx, who, 'directory_deleted', { organization, about: source.host }, ctx.now())
  })
}
