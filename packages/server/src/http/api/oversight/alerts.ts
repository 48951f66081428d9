import * as api from '@holdfast/api/oversight/alerts'
import { listAlerts } from '../../../oversight/alerts/list-alerts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function alertRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listAlerts, ({ who, params }) => listAlerts(ctx, who, params.organization_id))
}
