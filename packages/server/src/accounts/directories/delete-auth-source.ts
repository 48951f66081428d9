import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { deleteAuthSourceRow, letPersonsGo } from '../../records/auth-sources.ts'
import { type AuthSourcePath, authorizeControl } from './authorize-auth-source.ts'

/** In one transaction: others wait for it. */
const AT_ONCE = 500

/**
 * Disconnects a directory. Its accounts and groups stay with all they hold, as the organization's own; the accounts
 * have no password until their owners ask for one by mail. Those that were let go stay so if it is cut off in between.
 */
export async function deleteAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath): Promise<void> {
  for (let more = true; more; )
    more = await ctx.db.write(async (tx) => {
      const { organization, source } = await authorizeControl(tx, who, path)
      if ((await letPersonsGo(tx, source.id, AT_ONCE)) === AT_ONCE) return true
      await deleteAuthSourceRow(tx, source.id)
      await recordActivity(tx, who, 'directory_deleted', { organization, about: source.host }, ctx.now())
      return false
    })
}
