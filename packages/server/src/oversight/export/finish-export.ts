import type { ExportError } from '@holdfast/api/oversight/exports'
import { DAY_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import { displayName, findPerson } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { type ExportRow, holdExport, isUnderWay, updateExport } from './queries.ts'

export const KEPT_MS = 14 * DAY_MS

/** Ends an export, and tells who began it. */
export async function finishExport(ctx: Ctx, row: ExportRow, error?: ExportError): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const now = await holdExport(tx, row.id)
    if (!now || !isUnderWay(now)) throw new NotYet('The export was canceled', at)
    const state = error === undefined ? 'done' : 'failed'
    await updateExport(tx, row.id, {
      ...{ state, error: error ?? null, finished_at: at, expires_at: at + KEPT_MS },
    })
    const organization = await findOrganization(tx, row.organization_id)
    if (!organization || organization.deleted_at !== null) return
    const kind = error === undefined ? 'organization_exported' : 'export_failed'
    await recordActivity(tx, THE_SERVICE, kind, { organization }, at)
    const person = await findPerson(tx, row.person_id)
    if (!person || person.deleted_at !== null || !person.active) return
    await sendMail(
      ctx,
      tx,
      {
        organizationId: person.organization_id,
        to: person.email,
        kind: 'export_finished',
        data: {
          ...{ name: displayName(person), organization: organization.name, error, files: now.files },
          ...{ failed: now.failed, link: `${ctx.publicUrl}/admin/${organization.id}/organization` },
        },
      },
      at,
    )
  })
}
