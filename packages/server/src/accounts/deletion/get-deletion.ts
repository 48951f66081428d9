import type { OrganizationId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { timeOrNull } from '../organizations/view.ts'
import { countRootsLeft, findDeletion, listAllDownward } from './queries.ts'

/** For the administrators of the organization it lay below. */
export async function getDeletion(ctx: Ctx, who: Principal, id: OrganizationId) {
  const db = ctx.db.read
  const deletion = (await findDeletion(db, id)) ?? fail('not_found')
  await authorizeOrganization(db, who, deletion.parent_id)
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
