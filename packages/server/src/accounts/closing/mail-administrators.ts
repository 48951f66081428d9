import { DAY_MS, formatDate, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findOrganization, type OrganizationRow } from '../../records/organizations.ts'
import { displayName, listAdministratorsOf } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'

const REMINDED_BEFORE_MS = 3 * DAY_MS

/** Whether the day is so near that administrators are told of it, or know. */
export const isSoon = (closesAt: Instant, now: Instant): boolean => closesAt - now <= REMINDED_BEFORE_MS

/** Tells the administrators of an organization that is being closed, or was to be, and those of the one above, who can cancel it. */
export async function mailAdministrators(
  ctx: Ctx,
  tx: Tx,
  { id, name: customer, parent_id, closes_at }: OrganizationRow,
  kind: 'organization_closing' | 'organization_closes_soon' | 'closing_canceled',
  at: Instant,
): Promise<void> {
  const parent = parent_id === null ? undefined : await findOrganization(tx, parent_id)
  if (!parent || closes_at === null) return
  const day = formatDate(closes_at)
  const link = `${ctx.publicUrl}/admin/${id}/close`
  for (const organizationId of [id, parent.id])
    for (const admin of await listAdministratorsOf(tx, organizationId)) {
      const data = { name: displayName(admin), customer, by: parent.name, day }
      const mail = { organizationId, to: admin.email, kind }
      await sendMail(
        ctx,
        tx,
        { ...mail, data: { ...data, ...(organizationId !== id && kind !== 'closing_canceled' && { link }) } },
        at,
      )
    }
}
