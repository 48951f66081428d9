import { type Brand, COLOR } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Actor } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { brandWithInherited } from '../../records/brand.ts'
import { setBrandColor } from '../../records/organizations.ts'
import { checkOwnBrand } from './check-own-brand.ts'

/** The colour that is in effect already, its own or not, sets none. */
export async function setBrand(
  ctx: Ctx,
  who: Actor,
  id: OrganizationId,
  color: string | null,
): Promise<Brand> {
  return ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, id)
    const before = await brandWithInherited(tx, id)
    if (color === (color === null ? before.own_color : before.color)) return before
    if (color !== null && !COLOR.test(color)) refuse('color', '#rrggbb')
    if (color !== null) checkOwnBrand(organization)
    await setBrandColor(tx, id, color?.toLowerCase() ?? null)
    const about = { organization, about: color ?? 'none' }
    await recordActivity(tx, who, 'brand_changed', about, ctx.now())
    return brandWithInherited(tx, id)
  })
}
