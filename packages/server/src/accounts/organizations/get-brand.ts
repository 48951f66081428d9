import type { Brand } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { administers, authorizeOrganizationView } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { brandView, brandWithInherited } from '../../records/brand.ts'

export async function getBrand(ctx: Ctx, who: PersonPrincipal, id: OrganizationId): Promise<Brand> {
  const db = ctx.db.read
  await authorizeOrganizationView(db, who, id)
  return (await administers(db, who, id)) ? brandWithInherited(db, id) : brandView(db, id)
}
