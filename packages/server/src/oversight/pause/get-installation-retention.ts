import type { InstallationRetention } from '@holdfast/api/oversight/installation-retention'
import { formatUtc } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { countDue } from '../../files/retention/count-due.ts'
import type { Ctx } from '../../platform/context.ts'
import { findPause } from '../../platform/installation/rest.ts'
import type { Principal } from '../../platform/principal.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'

/** For those who run the installation: administrators of its root organization. */
export async function getInstallationRetention(ctx: Ctx, who: Principal): Promise<InstallationRetention> {
  await authorizeOrganization(ctx.db.read, who, ROOT_ORGANIZATION)
  return viewRetention(ctx)
}

export async function viewRetention(ctx: Ctx): Promise<InstallationRetention> {
  const pause = await findPause(ctx.db.read, ctx.now())
  const due = await countDue(ctx)
  return {
    type: 'installation_retention',
    paused: pause !== undefined,
    paused_since: pause ? formatUtc(pause.since) : null,
    paused_until: pause ? formatUtc(pause.until) : null,
    due_items: due.items,
    due_revisions: due.revisions,
    due_roots: due.roots,
  }
}
