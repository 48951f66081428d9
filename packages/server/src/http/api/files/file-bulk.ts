import * as api from '@holdfast/api/files/file-bulk'
import { applyBulk } from '../../../files/bulk/apply-bulk.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function fileBulkRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.applyBulk, ({ who, params }) => applyBulk(ctx, who, params))
}
