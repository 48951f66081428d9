import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../../platform/context.ts'
import { brandOf } from '../../../records/brand.ts'
import { languageOf, organizationLanguage } from '../../../records/languages.ts'
import { logoAddress } from '../../../records/logos.ts'
import { findOrganizationIdByHostname, ROOT_ORGANIZATION } from '../../../records/organizations.ts'
import type { PersonRow } from '../../../records/people.ts'
import { readCookie } from '../../exchange/cookies.ts'
import type { Request } from '../../exchange/server.ts'
import type { Look, Site } from './page-frame.ts'
import { type Speech, speechOf } from './page-language.ts'
import { findRememberedPlace, PLACE_COOKIE } from './remembered-place.ts'

/** How an organization looks, or where it is nobody's yet, the whole installation. */
export async function lookOf(ctx: Ctx, id: OrganizationId = ROOT_ORGANIZATION): Promise<Look> {
  const { organization: name, color, logo } = await brandOf(ctx, ctx.db.read, id)
  const host = new URL(ctx.publicUrl).host
  return { name, color, host, logo: logo && { ...logo, url: logoAddress(logo.key) } }
}

/** For someone of whom nothing is known but the address it came to, which may be an organization's own, and where it was. */
export async function lookAt(ctx: Ctx, req: Request): Promise<Look> {
  const { id, host } = await placeAt(ctx, req)
  return { ...(await lookOf(ctx, id)), host }
}

/**
 * Whose pages people see, and in which language: that of the account, else of the organization that the page belongs to, else
 * of the browser.
 */
export async function siteOf(
  ctx: Ctx,
  speech: Speech,
  id: OrganizationId = ROOT_ORGANIZATION,
): Promise<Site> {
  const language = speech.own ?? (await organizationLanguage(ctx.db.read, id)) ?? speech.browser
  return { ...(await lookOf(ctx, id)), speech, language }
}

/** For someone whose account is known, signed in or not. */
export const siteOfPerson = async (
  ctx: Ctx,
  { browser }: Speech,
  { id, organization_id }: Pick<PersonRow, 'id' | 'organization_id'>,
): Promise<Site> => siteOf(ctx, { own: await languageOf(ctx.db.read, id), browser }, organization_id)

/** At the address that someone came to. */
export async function siteAt(ctx: Ctx, req: Request): Promise<Site> {
  const { id, host } = await placeAt(ctx, req)
  return { ...(await siteOf(ctx, await speechOf(ctx, req), id)), host }
}

/** The organization that a browser has come to, or last signed in to, and the host that its people know it by. */
async function placeAt(ctx: Ctx, req: Request): Promise<{ id: OrganizationId | undefined; host: string }> {
  const id = await findOrganizationIdByHostname(ctx.db.read, req.hostname.toLowerCase())
  if (id !== undefined) return { id, host: req.host }
  const remembered = await findRememberedPlace(ctx, readCookie(req, PLACE_COOKIE))
  return { id: remembered, host: new URL(ctx.publicUrl).host }
}
