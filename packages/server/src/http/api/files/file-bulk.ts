import * as api from '@holdfast/api/files/file-bulk'
import { applyBulk } from '../../../files/bulk/apply-bulk.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const fileBulkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.applyBulk, ({ who, params }) => applyBulk(ctx, who, params))
})
