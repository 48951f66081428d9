import * as api from '@holdfast/api/oversight/alerts'
import { listAlerts } from '../../../oversight/alerts/list-alerts.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const alertRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listAlerts, ({ who, params: { organization_id, ...wish } }) =>
    listAlerts(ctx, who, organization_id, wish),
  )
})
