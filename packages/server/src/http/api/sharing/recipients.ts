import * as api from '@holdfast/api/sharing/recipients'
import { listRecentRecipients } from '../../../sharing/links/list-recent-recipients.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const recipientRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listRecentRecipients, ({ who, params }) =>
    listRecentRecipients(ctx, who, params.person_id),
  )
})
