import { OK } from '@holdfast/api/envelopes'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/shares'
import { answerInvitation } from '../../../sharing/team-shares/answer-invitation.ts'
import { createShare } from '../../../sharing/team-shares/create-share.ts'
import { deleteShare } from '../../../sharing/team-shares/delete-share.ts'
import { getShare } from '../../../sharing/team-shares/get-share.ts'
import { getSubscribers } from '../../../sharing/team-shares/get-subscribers.ts'
import { listInvitations } from '../../../sharing/team-shares/list-invitations.ts'
import { updateShare } from '../../../sharing/team-shares/update-share.ts'
import { updateSubscribers } from '../../../sharing/team-shares/update-subscribers.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const pathOf = (params: { organization_id: OrganizationId; root_id: RootId }) => ({
  organizationId: params.organization_id,
  rootId: params.root_id,
})

export const shareRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.createShare, ({ who, params }) =>
    createShare(ctx, who, params.organization_id, {
      name: params.name,
      description: params.description,
      autoLock: params.auto_lock,
      notify: params.notify,
      lists: params,
    }),
  )
  route(app, ctx, api.getShare, ({ who, params }) => getShare(ctx, who, pathOf(params)))
  route(app, ctx, api.updateShare, ({ who, params }) =>
    updateShare(ctx, who, pathOf(params), {
      organizationId: params.company_id,
      name: params.name,
      description: params.description,
      autoLock: params.auto_lock,
      notify: params.notify,
    }),
  )
  route(app, ctx, api.getShareSubscribers, ({ who, params }) =>
    getSubscribers(ctx, who, pathOf(params), {
      fromGroup: params.include_from_group,
      withNames: params.include_names,
    }),
  )
  route(app, ctx, api.updateShareSubscribers, async ({ who, params }) => {
    await updateSubscribers(ctx, who, pathOf(params), { removeFiles: params.remove_files, lists: params })
    return OK
  })
  route(app, ctx, api.deleteShare, async ({ who, params }) => {
    await deleteShare(ctx, who, pathOf(params), { removeFiles: params.remove_files })
    return OK
  })
  route(app, ctx, api.listInvitations, ({ who, params }) =>
    listInvitations(ctx, who, params.person_id, params.offset),
  )
  for (const [op, status] of [
    [api.acceptInvitation, 'accepted'],
    [api.declineInvitation, 'declined'],
  ] as const)
    route(app, ctx, op, ({ who, params }) =>
      answerInvitation(ctx, who, { personId: params.person_id, rootId: params.root_id }, status),
    )
})
