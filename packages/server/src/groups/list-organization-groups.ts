import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../access/administration.ts'
import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { readPage } from '../db/page.ts'
import { listGroupRows } from './queries.ts'
import { groupView } from './view.ts'

/** The groups that are not deleted, oldest first. */
export async function listOrganizationGroups(
  ctx: Ctx,
  who: Principal,
  organizationId: OrganizationId,
  offset: number,
) {
  const db = ctx.db.read
  const { groups_count: total } = await authorizeOrganization(db, who, organizationId)
  const rows = await readPage(total, offset, (window) => listGroupRows(db, organizationId, window))
  return { offset, total, results: rows.map(groupView) }
}
