import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sharing/file-requests'
import { type Instant, parseUtc } from '@holdfast/api/time'
import { enter } from '../../../sharing/collecting/enter.ts'
import { linkName } from '../../../sharing/links/get-link.ts'
import { getRequest } from '../../../sharing/requests/get-request.ts'
import {
  listRequestFiles,
  listRequestMissing,
  listRequestSenders,
} from '../../../sharing/requests/list-senders.ts'
import { remind } from '../../../sharing/requests/remind.ts'
import { setRequest } from '../../../sharing/requests/set-request.ts'
import { visit } from '../../../sharing/shared-content/visit.ts'
import { rememberLink } from '../../exchange/denials.ts'
import { linkCallerOf } from '../../exchange/link-caller.ts'
import { route, visitorRoute } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const fileRequestRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getFileRequest, ({ who, params }) => getRequest(ctx, who, params.sharelink_id))
  route(app, ctx, api.setFileRequest, ({ who, params }) =>
    setRequest(ctx, who, params.sharelink_id, {
      title: params.title,
      note: params.note,
      deadline: instantIn(params.deadline),
      timezone: params.timezone,
      askName: params.ask_name,
      folderPerSender: params.folder_per_sender,
      closed: params.closed,
    }),
  )
  route(app, ctx, api.listRequestSenders, ({ who, params }) =>
    listRequestSenders(ctx, who, params.sharelink_id, params),
  )
  route(app, ctx, api.listRequestFiles, ({ who, params }) =>
    listRequestFiles(ctx, who, { id: params.sharelink_id, senderId: params.sender_id }, params),
  )
  route(app, ctx, api.listRequestMissing, ({ who, params }) =>
    listRequestMissing(ctx, who, params.sharelink_id, params),
  )
  route(app, ctx, api.remindRequest, async ({ who, params }) => ({
    ...OK,
    count: await remind(ctx, who, params.sharelink_id, params.subscriber_id),
  }))
  visitorRoute(app, ctx, api.enterRequest, async ({ who, params, req }) => {
    const found = await visit(ctx, linkCallerOf(req, who), linkName(params.sharelink_id))
    rememberLink(req, found)
    const { name = '', email = '' } = params
    return { sender: await enter(ctx, found.who, { name, email }) }
  })
})

/** Its form was checked with the other parameters. */
const instantIn = (given: string | null | undefined): Instant | null | undefined =>
  given === null || given === undefined ? given : parseUtc(given)
