import * as api from '@holdfast/api/accounts/groups'
import { OK } from '@holdfast/api/envelopes'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import { createGroup } from '../../../accounts/groups/create-group.ts'
import { deleteGroup } from '../../../accounts/groups/delete-group.ts'
import { getGroup } from '../../../accounts/groups/get-group.ts'
import { getGroupMembers } from '../../../accounts/groups/get-group-members.ts'
import { listOrganizationGroups } from '../../../accounts/groups/list-organization-groups.ts'
import { updateGroup } from '../../../accounts/groups/update-group.ts'
import { updateGroupMembers } from '../../../accounts/groups/update-group-members.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const listsOf = (params: { members?: PersonId[]; member_groups?: GroupId[] }) => ({
  members: params.members,
  memberGroups: params.member_groups,
})

export const groupRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.createGroup, ({ who, params }) =>
    createGroup(ctx, who, {
      organizationId: params.company_id,
      name: params.name,
      ...listsOf(params),
    }),
  )
  route(app, ctx, api.getGroup, ({ who, params }) => getGroup(ctx, who, params.group_id))
  route(app, ctx, api.updateGroup, ({ who, params }) =>
    updateGroup(ctx, who, params.group_id, { name: params.name }),
  )
  route(app, ctx, api.getGroupMembers, ({ who, params }) =>
    getGroupMembers(ctx, who, params.group_id, {
      fromGroup: params.include_from_group,
      withNames: params.include_names,
    }),
  )
  route(app, ctx, api.updateGroupMembers, async ({ who, params }) => {
    await updateGroupMembers(ctx, who, params.group_id, {
      ...listsOf(params),
      removeFiles: params.remove_files,
    })
    return OK
  })
  route(app, ctx, api.deleteGroup, async ({ who, params }) => {
    await deleteGroup(ctx, who, params.group_id, { removeFiles: params.remove_files })
    return OK
  })
  route(app, ctx, api.listOrganizationGroups, ({ who, params }) =>
    listOrganizationGroups(ctx, who, params.organization_id, params.offset),
  )
})
