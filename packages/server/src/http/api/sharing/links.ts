import { OK } from '@holdfast/api/envelopes'
import type { EntryId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/links'
import { missing } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import {
  addSubscriber,
  deleteSubscriber,
  updateSubscriber,
} from '../../../sharing/links/change-subscribers.ts'
import { createLink, type LinkToMake } from '../../../sharing/links/create-link.ts'
import { deleteLink } from '../../../sharing/links/delete-link.ts'
import { getLink, linkName } from '../../../sharing/links/get-link.ts'
import { listGuestLinks, listMadeLinks, listReceivedLinks } from '../../../sharing/links/list-links.ts'
import type { Invited } from '../../../sharing/links/subscribe.ts'
import { updateLink } from '../../../sharing/links/update-link.ts'
import { linkCallerOf } from '../../exchange/link-caller.ts'
import { linkPageOf } from '../../exchange/link-page.ts'
import { filePath, folderPath } from '../../exchange/paths.ts'
import { accountRoute, route, visitorRoute } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { App } from '../../exchange/server.ts'

export const linkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.shareFile, async ({ who, params }) => {
    const link = await createLink(ctx, who, filePath(params), linkToMake(params))
    return link as api.FileSharelink
  })
  route(app, ctx, api.shareFolder, async ({ who, params }) => {
    const link = await createLink(ctx, who, folderPath(params), {
      ...linkToMake(params),
      uploadNotify: params.upload_notify,
      uploadOnly: params.upload_only,
    })
    return link as api.FolderSharelink
  })
  visitorRoute(app, ctx, api.getSharelink, ({ who, params, req }) =>
    getLink(ctx, linkCallerOf(req, who), linkName(params.sharelink_id), params.include_subscribers),
  )
  route(app, ctx, api.updateSharelink, ({ who, params }) =>
    updateLink(ctx, who, params.sharelink_id, {
      loginRequired: params.login_required,
      expires: params.expires,
      downloadLimit: params.download_limit,
      downloadNotify: params.download_notify,
      uploadNotify: params.upload_notify,
      anonEdit: params.anon_edit,
      uploadOnly: params.upload_only,
      password: params.password,
    }),
  )
  route(app, ctx, api.deleteSharelink, async ({ who, params }) => {
    await deleteLink(ctx, who, params.sharelink_id)
    return OK
  })
  subscriberRoutes(app, ctx)
  listRoutes(app, ctx)
})

const linkToMake = (params: {
  login_required?: boolean
  expires?: string | null
  download_limit?: number | null
  download_notify: boolean
  anon_edit?: boolean
  password?: string | null
  subscribers: string[]
  notify_subscribers: boolean
  message?: string
}): LinkToMake => ({
  loginRequired: params.login_required,
  expires: params.expires,
  downloadLimit: params.download_limit,
  downloadNotify: params.download_notify,
  uploadNotify: false,
  uploadOnly: false,
  anonEdit: params.anon_edit,
  password: params.password,
  subscribers: params.subscribers,
  notifySubscribers: params.notify_subscribers,
  message: params.message,
})

function subscriberRoutes(app: App, ctx: Ctx): void {
  const rightsOf = ({
    write_access,
    delete_access,
  }: {
    write_access?: boolean
    delete_access?: boolean
  }) => ({
    writeAccess: write_access,
    deleteAccess: delete_access,
  })
  const noticeOf = ({ notify, message }: { notify: boolean; message?: string }) => ({ notify, message })

  route(app, ctx, api.addSharelinkSubscriber, ({ who, params }) =>
    addSubscriber(ctx, who, params.sharelink_id, invitedIn(params), rightsOf(params), noticeOf(params)),
  )
  route(app, ctx, api.updateSharelinkSubscriber, ({ who, params }) => {
    const one = { linkId: params.sharelink_id, id: params.subscriber_id }
    return updateSubscriber(ctx, who, one, rightsOf(params), noticeOf(params))
  })
  route(app, ctx, api.deleteSharelinkSubscriber, async ({ who, params }) => {
    await deleteSubscriber(ctx, who, { linkId: params.sharelink_id, id: params.subscriber_id })
    return OK
  })
}

function invitedIn(params: {
  email?: string
  subscriber_type?: 'person' | 'guest' | 'group'
  subscriber_id?: Extract<Invited, { id: unknown }>['id']
}): Invited {
  const { email, subscriber_type: type, subscriber_id: id } = params
  if (email !== undefined) return { email }
  if (type === undefined && id === undefined) missing('email', 'or send subscriber_type and subscriber_id')
  return { type: type ?? missing('subscriber_type'), id: id ?? missing('subscriber_id') }
}

/** None: to anything. A link leads to one item, so naming two means either. */
function itemsIn({ file_id, folder_id }: { file_id?: EntryId; folder_id?: EntryId }): EntryId[] | undefined {
  const items = [file_id, folder_id].filter((id) => id !== undefined)
  return items.length > 0 ? items : undefined
}

function listRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listPersonSharelinks, ({ who, params }) =>
    listMadeLinks(ctx, who, params.person_id, linkPageOf(params), {
      rootId: params.root_id,
      items: itemsIn(params),
    }),
  )
  route(app, ctx, api.listPersonReceivedSharelinks, ({ who, params }) =>
    listReceivedLinks(ctx, who, params.person_id, linkPageOf(params)),
  )
  accountRoute(app, ctx, api.listGuestShares, async ({ who, params }) => ({
    results: await listGuestLinks(ctx, who, params.guest_id),
  }))
}
