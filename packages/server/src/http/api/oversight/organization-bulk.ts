import * as api from '@holdfast/api/oversight/organization-bulk'
import {
  applyOrganizationsBulk,
  planOrganizationsBulk,
} from '../../../oversight/figures/organization-bulk.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const organizationBulkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.planOrganizationsBulk, ({ who, params }) => planOrganizationsBulk(ctx, who, params))
  route(app, ctx, api.applyOrganizationsBulk, ({ who, params }) => applyOrganizationsBulk(ctx, who, params))
})
