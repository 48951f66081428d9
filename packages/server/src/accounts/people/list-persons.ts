import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { readLongList } from '../../platform/db/long-list.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listPersonsOf } from '../../records/people.ts'
import { personViews } from './get-person.ts'

export async function listOrganizationPersons(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
  offset: number,
) {
  const db = ctx.db.read
  const { persons_count: total, lists_ver: version } = await authorizeOrganization(db, who, id)
  const rows = await readLongList({ key: `persons ${id}`, version }, offset, (reach) =>
    listPersonsOf(db, id, 0, reach),
  )
  return { offset, total, results: await personViews(ctx, who, rows) }
}
