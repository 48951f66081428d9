import * as api from '@holdfast/api/files/deleted-items'
import { listDeleted } from '../../../files/search/list-deleted.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function deletedItemRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listDeleted, ({ who, params }) => listDeleted(ctx, who, params))
}
