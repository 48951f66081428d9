import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../access/administration.ts'
import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { readPage } from '../db/page.ts'
import { listPersonsOf } from '../people/queries.ts'
import { guestView } from './view.ts'

export async function listOrganizationGuests(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  const { guests_count: total } = await authorizeOrganization(db, who, id)
  const rows = await readPage(total, offset, (window) => listPersonsOf(db, id, 1, window))
  return { offset, total, results: rows.map(guestView) }
}
