import type { OrganizationId } from '@holdfast/api/ids'
import { checkNotDeleted } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { checkedName } from '../../records/names.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { insertRoot } from '../../records/roots.ts'
import { hasShareNamed } from '../../records/shares.ts'

/** Adds a team share without members, as the operator of the service. False if the organization has one of that name. */
export async function addFirstShare(
  ctx: Ctx,
  organizationId: OrganizationId,
  given: string,
): Promise<boolean> {
  const name = checkedName(given, 'folder')
  return ctx.db.write(async (tx) => {
    await holdOrganization(tx, organizationId)
    await checkNotDeleted(tx, organizationId)
    if (await hasShareNamed(tx, organizationId, name)) return false
    const at = ctx.now()
    const share = await insertRoot(tx, {
      organization_id: organizationId,
      person_id: null,
      root_type: 'share',
      name,
      created_at: at,
    })
    await recordActivity(tx, THE_SERVICE, 'share_created', { root: share }, at)
    return true
  })
}
