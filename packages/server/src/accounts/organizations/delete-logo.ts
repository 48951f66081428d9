import type { Brand } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { brandWithInherited } from '../../records/brand.ts'
import { removeLogo } from '../../records/logos.ts'

export async function deleteLogo(ctx: Ctx, who: PersonPrincipal, id: OrganizationId): Promise<Brand> {
  return ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, id)
    if (organization.brand_logo !== null) {
      await removeLogo(tx, id)
      await recordActivity(tx, who, 'brand_changed', { organization, about: 'no logo' }, ctx.now())
    }
    return brandWithInherited(tx, id)
  })
}
