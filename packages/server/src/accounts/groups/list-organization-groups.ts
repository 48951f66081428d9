import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { readLongList } from '../../platform/db/long-list.ts'
import type { Principal } from '../../platform/principal.ts'
import { listGroupRows } from '../../records/groups.ts'
import { groupView } from './view.ts'

/** The groups that are not deleted, oldest first. */
export async function listOrganizationGroups(
  ctx: Ctx,
  who: Principal,
  organizationId: OrganizationId,
  offset: number,
) {
  const db = ctx.db.read
  const { groups_count: total, lists_ver: version } = await authorizeOrganization(db, who, organizationId)
  const rows = await readLongList({ key: `groups ${organizationId}`, version }, offset, (reach) =>
    listGroupRows(db, organizationId, reach),
  )
  return { offset, total, results: rows.map(groupView) }
}
