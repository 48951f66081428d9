import type { Brand as BrandObject } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../platform/context.ts'
import type { Db } from '../platform/db/database.ts'
import type { Brand } from '../platform/messages/letters/mail-data.ts'
import { type Above, listUpward } from './organization-tree.ts'
import { parsePolicy } from './policy.ts'

/** Of an installation of which nothing else is known. */
export const PLAIN_BRAND = { name: 'Holdfast', color: '#1f5fbf' }

/** How an organization looks in its mails and on pages: by its own colour, else by that of the nearest one above. */
export async function brandOf(
  { publicUrl }: Pick<Ctx, 'publicUrl'>,
  db: Db,
  id: OrganizationId,
): Promise<Brand> {
  const { name, color } = await brandView(db, id)
  return { organization: name, color, baseUrl: publicUrl }
}

export async function brandView(db: Db, id: OrganizationId): Promise<BrandObject> {
  const upward = await listUpward(db, id)
  const [own] = upward
  const own_color = own?.brand_color ?? null
  return { type: 'brand', name: own?.name ?? PLAIN_BRAND.name, color: colorOf(upward), own_color }
}

const colorOf = (upward: readonly Above[]): string =>
  upward.find(({ brand_color, policy }) => brand_color !== null && parsePolicy(policy).branding_enabled)
    ?.brand_color ?? PLAIN_BRAND.color
