import type { OrganizationId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { checkAdministered } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { timeOrNull } from '../organizations/view.ts'
import { countRootsLeft, findDeletion, listAllDownward } from './queries.ts'

/** For the administrators of the organization it was below. */
export async function getDeletion(ctx: Ctx, who: Principal, id: OrganizationId) {
  const db = ctx.db.read
  const what = `deletion of organization ${id}`
  const deletion = (await findDeletion(db, id)) ?? noSuch(what)
  await checkAdministered(db, who, deletion.parent_id, what)
  return {
    type: 'organization_deletion' as const,
    organization_id: id,
    name: deletion.name,
    requested: formatUtc(deletion.requested_at),
    finished: timeOrNull(deletion.finished_at),
    roots_total: deletion.roots_total,
    roots_left: await countRootsLeft(db, await listAllDownward(db, id)),
  }
}
