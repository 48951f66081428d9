import type { ParamsOf, ResultOf } from '@holdfast/api/operation'
import type { setLogLevel as operation } from '@holdfast/api/oversight/system-log'
import { MINUTE_MS } from '@holdfast/api/time'
import { authorizeSystem } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_INSTALLATION } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import { findInstallationState, updateInstallationState } from '../../platform/installation/state-queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { logView } from './log-view.ts'

/** Sets the level of the log of all servers for some minutes; each notices by itself. */
export async function setLogLevel(
  ctx: Ctx,
  who: PersonPrincipal,
  { level, minutes }: ParamsOf<typeof operation>,
): Promise<ResultOf<typeof operation>> {
  const at = ctx.now()
  await ctx.db.write(async (tx) => {
    await authorizeSystem(tx, who)
    const ends = minutes === 0
    await updateInstallationState(tx, {
      log_level: ends ? null : level,
      log_until: ends ? null : at + minutes * MINUTE_MS,
    })
    const about = ends ? ctx.config.logLevel : `${level}, ${minutes} min`
    const on = { site: { organization_id: ROOT_ORGANIZATION }, about }
    await recordActivity(tx, who, 'log_level_changed', on, at)
    announce(tx, THE_INSTALLATION)
  })
  return logView(ctx.config, await findInstallationState(ctx.db.read), at)
}
