import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { pageAcross } from '../../accounts/organizations/page-across.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { listMachinesOf } from '../../records/machines.ts'
import { listDownward } from '../../records/organization-tree.ts'
import { machineView } from './view.ts'

/** The machines of an organization and of all below it, organization by organization. */
export async function listOrganizationMachines(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id)
  const below = await listDownward(db, id)
  const { total, ids, skip } = pageAcross(
    below.map((organization) => ({ id: organization.id, count: organization.machines_count })),
    offset,
  )
  const rows = ids.length === 0 ? [] : await listMachinesOf(db, ids, skip)
  return { offset, total, results: rows.map(machineView) }
}
