import type { ExportId } from '@holdfast/api/ids'
import type { Export } from '@holdfast/api/oversight/exports'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import { authorizeOwnExport, mayViewAll } from './authorize-export.ts'
import { KEPT_MS } from './finish-export.ts'
import { holdExport, updateExport } from './queries.ts'
import { exportView } from './view.ts'

/** Stops an export that is under way, and has its bytes removed. One that is over keeps its state if it was no success. */
export async function cancelExport(ctx: Ctx, who: PersonPrincipal, id: ExportId): Promise<Export> {
  const row = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    await authorizeOwnExport(tx, who, id)
    const before = (await holdExport(tx, id)) ?? noSuch(`export ${id}`)
    if (before.state === 'canceled' || before.state === 'failed') return before
    const organization = await findOrganization(tx, before.organization_id)
    if (organization) await recordActivity(tx, who, 'export_canceled', { organization }, at)
    await enqueue(tx, 'run_export', { exportId: id }, at, before.organization_id)
    return updateExport(tx, id, { state: 'canceled', finished_at: at, expires_at: at + KEPT_MS })
  })
  const view = await exportView(ctx.db.read, row)
  return (await mayViewAll(ctx.db.read, who, row)) ? view : { ...view, failed: [] }
}
