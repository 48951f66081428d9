import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { readLongList } from '../../platform/db/long-list.ts'
import type { Principal } from '../../platform/principal.ts'
import { listPersonsOf } from '../../records/people.ts'
import { guestView } from './view.ts'

export async function listOrganizationGuests(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  const { guests_count: total, lists_ver: version } = await authorizeOrganization(db, who, id)
  const rows = await readLongList({ key: `guests ${id}`, version }, offset, (reach) =>
    listPersonsOf(db, id, 1, reach),
  )
  return { offset, total, results: rows.map(guestView) }
}
