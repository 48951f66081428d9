import { type Brand, COLOR } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Actor } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { brandView } from '../../records/brand.ts'
import { setBrandColor } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'

/** The colour that is in effect already, its own or not, sets none. */
export async function setBrand(
  ctx: Ctx,
  who: Actor,
  id: OrganizationId,
  color: string | null,
): Promise<Brand> {
  return ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, id)
    const before = await brandView(tx, id)
    if (color === (color === null ? before.own_color : before.color)) return before
    if (color !== null && !COLOR.test(color)) refuse('color', '#rrggbb')
    if (color !== null && !parsePolicy(organization.policy).branding_enabled)
      fail(
        'policy_error',
        'The policy of the organization does not allow custom branding (branding_enabled).',
      )
    await setBrandColor(tx, id, color?.toLowerCase() ?? null)
    const about = { organization, about: color ?? 'none' }
    await recordActivity(tx, who, 'brand_changed', about, ctx.now())
    return brandView(tx, id)
  })
}
