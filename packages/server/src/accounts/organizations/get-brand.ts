import type { Brand } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganizationView } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { brandView } from '../../records/brand.ts'

export async function getBrand(ctx: Ctx, who: PersonPrincipal, id: OrganizationId): Promise<Brand> {
  await authorizeOrganizationView(ctx.db.read, who, id)
  return brandView(ctx.db.read, id)
}
