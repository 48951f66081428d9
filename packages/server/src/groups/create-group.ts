import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../access/administration.ts'
import type { Principal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { addCounts, holdOrganization } from '../organizations/queries.ts'
import { checkedName } from './checked-name.ts'
import { insertGroup } from './queries.ts'
import { type MemberLists, setMembers } from './set-members.ts'
import { groupView } from './view.ts'

export interface NewGroup extends MemberLists {
  organizationId: OrganizationId
  name: string
}

export async function createGroup(ctx: Ctx, who: Principal, { organizationId, name, ...lists }: NewGroup) {
  return ctx.db.write(async (tx) => {
    await authorizeOrganization(tx, who, organizationId)
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
