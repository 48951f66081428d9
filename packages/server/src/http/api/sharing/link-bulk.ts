import * as api from '@holdfast/api/sharing/link-bulk'
import { applySharelinksBulk, planSharelinksBulk } from '../../../sharing/link-table/link-bulk.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const linkBulkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.planSharelinksBulk, ({ who, params }) => planSharelinksBulk(ctx, who, params))
  route(app, ctx, api.applySharelinksBulk, ({ who, params }) => applySharelinksBulk(ctx, who, params))
})
