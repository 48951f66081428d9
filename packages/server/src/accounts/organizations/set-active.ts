import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateOrganizationRow } from '../../records/organizations.ts'
import { checkNotClosing } from './check-not-closing.ts'

/** Shuts an organization, and with it all below, or opens it again. */
export async function setActive(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  active: boolean,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const organization = await authorizeAbove(tx, who, id)
    if (organization.parent_id === null && !active)
      fail('forbidden', 'The root organization cannot be disabled.')
    await checkNotClosing(tx, id)
    await updateOrganizationRow(tx, id, { active: active ? 1 : 0 })
    const kind = active ? 'organization_enabled' : 'organization_disabled'
    await recordActivity(tx, who, kind, { organization }, ctx.now())
  })
}
