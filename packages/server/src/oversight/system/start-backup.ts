import { authorizeSystem } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_INSTALLATION } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import { insertSchedule, moveSchedule } from '../../platform/jobs/queries.ts'
import { findNextAt } from '../../platform/jobs/system-queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  BACKUP_SCHEDULE,
  expectInstallationBackup,
  findInstallationBackup,
  isUnderWay,
} from '../../records/installation-backup.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'

/** Has the next backup due now, for whichever server is first, unless one is being made. */
export async function startSystemBackup(ctx: Ctx, who: PersonPrincipal): Promise<void> {
  await ctx.db.write(async (tx) => {
    await authorizeSystem(tx, who)
    if (!ctx.config.backup)
      fail('invalid_request', 'Automatic backups are off. Set HOLDFAST_BACKUP_URL and restart the server.')
    const at = ctx.now()
    const next = await findNextAt(tx, BACKUP_SCHEDULE)
    // The server that makes one has moved its time on, and nobody else is to begin.
    if (isUnderWay(await findInstallationBackup(tx), next, at)) return
    if (next !== undefined && next <= at) return announce(tx, THE_INSTALLATION)
    await expectInstallationBackup(tx, at)
    await insertSchedule(tx, BACKUP_SCHEDULE, at)
    await moveSchedule(tx, BACKUP_SCHEDULE, at)
    const on = { site: { organization_id: ROOT_ORGANIZATION } }
    await recordActivity(tx, who, 'installation_backup_started', on, at)
    announce(tx, THE_INSTALLATION)
  })
}
