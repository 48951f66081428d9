import type { Brand } from '@holdfast/api/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganizationView } from '../access/administration.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { brandView } from './brand.ts'

export async function getBrand(ctx: Ctx, who: PersonPrincipal, id: OrganizationId): Promise<Brand> {
  await authorizeOrganizationView(ctx.db.read, who, id)
  return brandView(ctx.db.read, id)
}
