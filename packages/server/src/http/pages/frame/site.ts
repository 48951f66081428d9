import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../../platform/context.ts'
import type { Language } from '../../../platform/messages/catalogue.ts'
import { brandOf } from '../../../records/brand.ts'
import { findOrganizationIdByHostname, ROOT_ORGANIZATION } from '../../../records/organizations.ts'
import type { Request } from '../../exchange/server.ts'
import type { Look, Site } from './page-frame.ts'
import { pageLanguage } from './page-language.ts'

/** How an organization looks, or where it is nobody's yet, the whole installation. */
export async function lookOf(ctx: Ctx, id: OrganizationId = ROOT_ORGANIZATION): Promise<Look> {
  const { organization: name, color } = await brandOf(ctx, ctx.db.read, id)
  return { name, color, host: new URL(ctx.publicUrl).host }
}

/** For someone of whom nothing is known but the address it came to, which may be an organization's own. */
export async function lookAt(ctx: Ctx, req: Request): Promise<Look> {
  const id = await findOrganizationIdByHostname(ctx.db.read, req.hostname.toLowerCase())
  return id === undefined ? lookOf(ctx) : { ...(await lookOf(ctx, id)), host: req.host }
}

/** Whose pages people see, and in which language. */
export const siteOf = async (ctx: Ctx, language: Language, id?: OrganizationId): Promise<Site> => ({
  ...(await lookOf(ctx, id)),
  language,
})

/** The same at the address that someone came to. */
export const siteAt = async (ctx: Ctx, req: Request): Promise<Site> => ({
  ...(await lookAt(ctx, req)),
  language: await pageLanguage(ctx, req),
})
