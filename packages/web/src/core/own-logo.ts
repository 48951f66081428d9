import type { Brand, Logo } from '@holdfast/api/accounts/brand'

/** The logo that stands for the name of an organization; undefined where it shows none, or one of an organization above. */
export const ownLogoOf = ({ logo, own_logo }: Pick<Brand, 'logo' | 'own_logo'>): Logo | undefined =>
  logo && own_logo?.url === logo.url ? logo : undefined
