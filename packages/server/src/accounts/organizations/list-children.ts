import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { readPage } from '../../platform/db/page.ts'
import type { Principal } from '../../platform/principal.ts'
import { listChildren } from '../../records/organizations.ts'
import { organizationView } from './view.ts'

/** The organizations directly below one. */
export async function listChildOrganizations(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  const { children_count: total } = await authorizeOrganization(db, who, id)
  const rows = await readPage(total, offset, (window) => listChildren(db, id, window))
  return { offset, total, results: rows.map(organizationView) }
}
