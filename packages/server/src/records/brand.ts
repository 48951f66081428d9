import type { Brand as BrandObject } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../platform/context.ts'
import type { Db } from '../platform/db/database.ts'
import type { Brand, LetterLogo } from '../platform/messages/letters/mail-data.ts'
import { logoView } from './logos.ts'
import { type Above, listUpward } from './organization-tree.ts'
import { parsePolicy } from './policy.ts'

/** Of an installation of which nothing else is known. */
export const PLAIN_BRAND = { name: 'Holdfast', color: '#1f5fbf' }

/** How an organization looks in its mails and on pages: by its own colour and logo, else by those of the nearest one above. */
export async function brandOf(
  { publicUrl }: Pick<Ctx, 'publicUrl'>,
  db: Db,
  id: OrganizationId,
): Promise<Brand> {
  const upward = await listUpward(db, id)
  const logo = logoOf(upward)
  return {
    organization: upward[0]?.name ?? PLAIN_BRAND.name,
    color: colorOf(upward)?.brand_color ?? PLAIN_BRAND.color,
    baseUrl: publicUrl,
    ...(logo?.brand_logo && { logo: letterLogo(logo.brand_logo, logo.id === id) }),
  }
}

export async function brandView(db: Db, id: OrganizationId): Promise<BrandObject> {
  const upward = await listUpward(db, id)
  const [own] = upward
  return {
    type: 'brand',
    name: own?.name ?? PLAIN_BRAND.name,
    color: colorOf(upward)?.brand_color ?? PLAIN_BRAND.color,
    own_color: own?.brand_color ?? null,
    logo: shownLogo(logoOf(upward)),
    own_logo: shownLogo(own),
  }
}

/** With what it looks like without anything of its own, and whose that is: for those who may change it. */
export async function brandWithInherited(db: Db, id: OrganizationId): Promise<BrandObject> {
  const above = (await listUpward(db, id)).slice(1)
  const [color, logo] = [colorOf(above), logoOf(above)]
  return {
    ...(await brandView(db, id)),
    inherited: {
      color: color?.brand_color ?? PLAIN_BRAND.color,
      color_from: named(color),
      logo: shownLogo(logo),
      logo_from: named(logo),
    },
  }
}

function letterLogo(key: string, isOwn: boolean): LetterLogo {
  const { width, height } = logoView(key)
  return { key, width, height, isOwn }
}

const colorOf = (upward: readonly Above[]): Above | undefined =>
  upward.find(({ brand_color, policy }) => brand_color !== null && parsePolicy(policy).branding_enabled)

const logoOf = (upward: readonly Above[]): Above | undefined =>
  upward.find(({ brand_logo, policy }) => brand_logo !== null && parsePolicy(policy).branding_enabled)

const shownLogo = (whose: Above | undefined) => (whose?.brand_logo ? logoView(whose.brand_logo) : null)

const named = (whose: Above | undefined) => (whose ? { id: whose.id, name: whose.name } : null)
