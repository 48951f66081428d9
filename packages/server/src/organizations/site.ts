import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../context.ts'
import type { Site } from '../pages/page-frame.ts'
import { brandOf } from './brand.ts'
import { ROOT_ORGANIZATION } from './queries.ts'

/** Whose pages people see: an organization's, or where it is nobody's yet, those of the whole installation. */
export async function siteOf(ctx: Ctx, id: OrganizationId = ROOT_ORGANIZATION): Promise<Site> {
  const { organization: name, color } = await brandOf(ctx, ctx.db.read, id)
  return { name, color, host: new URL(ctx.publicUrl).host }
}
