import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../../platform/context.ts'
import { brandOf } from '../../../records/brand.ts'
import { findOrganizationIdByHostname, ROOT_ORGANIZATION } from '../../../records/organizations.ts'
import type { Request } from '../../exchange/server.ts'
import type { Site } from './page-frame.ts'

/** Whose pages people see: an organization's, or where it is nobody's yet, those of the whole installation. */
export async function siteOf(ctx: Ctx, id: OrganizationId = ROOT_ORGANIZATION): Promise<Site> {
  const { organization: name, color } = await brandOf(ctx, ctx.db.read, id)
  return { name, color, host: new URL(ctx.publicUrl).host }
}

/** For someone of whom nothing is known but the address it came to, which may be an organization's own. */
export async function siteAt(ctx: Ctx, req: Request): Promise<Site> {
  const id = await findOrganizationIdByHostname(ctx.db.read, req.hostname.toLowerCase())
  return id === undefined ? siteOf(ctx) : { ...(await siteOf(ctx, id)), host: req.host }
}
