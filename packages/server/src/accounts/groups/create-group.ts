import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { insertGroup } from '../../records/groups.ts'
import { addCounts, holdOrganization } from '../../records/organizations.ts'
import { checkedName } from './checked-name.ts'
import { type MemberLists, setMembers } from './set-members.ts'
import { groupView } from './view.ts'

export interface NewGroup extends MemberLists {
  organizationId: OrganizationId
  name: string
}

export async function createGroup(ctx: Ctx, who: Principal, { organizationId, name, ...lists }: NewGroup) {
  return ctx.db.write(async (tx) => {
    const filled = lists.members?.length || lists.memberGroups?.length
    await authorizeOrganization(tx, who, organizationId, filled ? 'browse_files' : undefined)
    // From here on nobody else changes who is in what.
    await holdOrganization(tx, organizationId)
    const at = ctx.now()
    const group = await insertGroup(tx, {
      organization_id: organizationId,
      name: checkedName(name),
      created_at: at,
    })
    await setMembers(tx, group, lists)
    await addCounts(tx, organizationId, { groups: 1 })
    await recordActivity(tx, who, 'group_created', { group }, at)
    return groupView(group)
  })
}
