import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeAbove } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateOrganizationRow } from '../../records/organizations.ts'
import { licenseEnd } from './licenses.ts'
import { organizationView } from './view.ts'

/** Gives an organization a licence, which ends its trial. */
export async function setLicense(ctx: Ctx, who: Principal, id: OrganizationId, key: string) {
  await authorizeAbove(ctx.db.read, who, id)
  const until = await licenseEnd(ctx, key)
  return ctx.db.write(async (tx) => {
    await authorizeAbove(tx, who, id)
    const organization = await updateOrganizationRow(tx, id, {
      license_key: key,
      license_until: until,
      trial_until: null,
    })
    await recordActivity(tx, who, 'license_set', { organization }, ctx.now())
    return organizationView(organization)
  })
}
