import * as api from '@holdfast/api/accounts/account-bulk'
import { applyGuestsBulk, planGuestsBulk } from '../../../accounts/bulk/guest-bulk.ts'
import { applyPersonsBulk, planPersonsBulk } from '../../../accounts/bulk/person-bulk.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const accountBulkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.planPersonsBulk, ({ who, params }) => planPersonsBulk(ctx, who, params))
  route(app, ctx, api.applyPersonsBulk, ({ who, params }) => applyPersonsBulk(ctx, who, params))
  route(app, ctx, api.planGuestsBulk, ({ who, params }) => planGuestsBulk(ctx, who, params))
  route(app, ctx, api.applyGuestsBulk, ({ who, params }) => applyGuestsBulk(ctx, who, params))
})
