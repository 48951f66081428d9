import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { listDownward } from '../../records/organization-tree.ts'
import {
  addCounts,
  findOrganization,
  holdOrganization,
  type OrganizationRow,
} from '../../records/organizations.ts'
import { deleteRootsOf, insertDeletion, markOrganizationsDeleted } from './queries.ts'

/**
 * Deletes an organization and all below it. From here on its people are out and its roots are gone for everyone;
 * what they leave behind is removed by jobs.
 */
export async function deleteOrganization(ctx: Ctx, who: Principal, id: OrganizationId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const organization = await authorizeAbove(tx, who, id)
    const parentId = organization.parent_id ?? fail('forbidden', 'The root organization cannot be deleted.')
    // First, as code that changes more than one begins with the one above.
    await holdOrganization(tx, parentId)
    const at = ctx.now()
    const ids = (await listDownward(tx, id)).map((below) => below.id)
    const roots = await deleteRootsOf(tx, ids, at)
    await markOrganizationsDeleted(tx, ids, at)
    await addCounts(tx, parentId, { children: -1 })
    await insertDeletion(tx, {
      organization_id: id,
      parent_id: parentId,
      name: organization.name,
      requested_at: at,
      roots_total: roots,
    })
    const parent = (await findOrganization(tx, parentId)) as OrganizationRow
    await recordActivity(
      tx,
      who,
      'organization_deleted',
      { organization: parent, about: organization.name },
      at,
    )
    await enqueue(tx, 'delete_organizations', {}, at)
  })
}
