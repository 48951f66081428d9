import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Actor } from '../../platform/principal.ts'
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
 * Marks an organization and all below it as deleted. From here on its people are out and its roots are gone for everyone;
 * what they leave behind is removed by jobs.
 */
export async function deleteWithChildren(
  tx: Tx,
  who: Actor,
  { id, name }: Pick<OrganizationRow, 'id' | 'name'>,
  parentId: OrganizationId,
  at: Instant,
): Promise<void> {
  // First, as code that changes more than one begins with the one above.
  await holdOrganization(tx, parentId)
  const ids = (await listDownward(tx, id)).map((below) => below.id)
  const roots = await deleteRootsOf(tx, ids, at)
  await markOrganizationsDeleted(tx, ids, at)
  await addCounts(tx, parentId, { children: -1 })
  await insertDeletion(tx, {
    organization_id: id,
    parent_id: parentId,
    name,
    requested_at: at,
    roots_total: roots,
  })
  const parent = (await findOrganization(tx, parentId)) as OrganizationRow
  await recordActivity(tx, who, 'organization_deleted', { organization: parent, about: name }, at)
  await enqueue(tx, 'delete_organizations', {}, at)
}
