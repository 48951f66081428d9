import * as api from '@holdfast/api/oversight/figures'
import { getOrganizationSummary } from '../../../oversight/figures/get-organization-summary.ts'
import { getUsageHistory } from '../../../oversight/figures/get-usage-history.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const figureRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganizationSummary, ({ who, params }) =>
    getOrganizationSummary(ctx, who, params.organization_id),
  )
  route(app, ctx, api.getUsageHistory, ({ who, params: { organization_id, ...wish } }) =>
    getUsageHistory(ctx, who, organization_id, wish),
  )
})
