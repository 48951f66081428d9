import { OK } from '@holdfast/api/envelopes'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/shares'
import type { Ctx } from '../context.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { createShare } from './create-share.ts'
import { deleteShare } from './delete-share.ts'
import { getShare } from './get-share.ts'
import { getSubscribers } from './get-subscribers.ts'
import { answerInvitation } from './invitations/answer-invitation.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { updateShare } from './update-share.ts'
import { updateSubscribers } from './update-subscribers.ts'

const pathOf = (params: { organization_id: OrganizationId; root_id: RootId }) => ({
  organizationId: params.organization_id,
  rootId: params.root_id,
})

export function shareRoutes(app: App, ctx: Ctx): void {
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
    getSubscribers(ctx, who, pathOf(params), { fromGroup: params.include_from_group }),
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
}
