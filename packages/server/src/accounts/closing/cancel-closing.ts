import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeAbove } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdOrganization, updateOrganizationRow } from '../../records/organizations.ts'
import { mailAdministrators } from './mail-administrators.ts'
import { deleteClosing, findClosing } from './queries.ts'

/** Lets the people of an organization in again, if it was active before. Devices stay signed out. */
export async function cancelClosing(ctx: Ctx, who: PersonPrincipal, id: OrganizationId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    await authorizeAbove(tx, who, id)
    await holdOrganization(tx, id)
    const before = await authorizeAbove(tx, who, id)
    const closing = (await findClosing(tx, id)) ?? noSuch(`closing of organization ${id}`)
    await deleteClosing(tx, id)
    const organization = await updateOrganizationRow(tx, id, { active: closing.was_active, closes_at: null })
    await recordActivity(tx, who, 'closing_canceled', { organization }, at)
    await mailAdministrators(ctx, tx, before, 'closing_canceled', at)
  })
}
