import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { countApplications, listApplicationRows } from '../../records/applications.ts'
import { applicationView } from './view.ts'

/** What an organization has registered, oldest first. */
export async function listApplications(
  ctx: Ctx,
  who: Principal,
  organizationId: OrganizationId,
  offset: number,
) {
  const db = ctx.db.read
  await authorizeOrganization(db, who, organizationId)
  const total = await countApplications(db, organizationId)
  const rows = await listApplicationRows(db, organizationId, offset, OFFSET_PAGE)
  return { offset, total, results: rows.map(applicationView) }
}
