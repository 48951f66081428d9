import * as api from '@holdfast/api/files/file-positions'
import { findPosition } from '../../../files/reading/find-position.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function filePositionRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.findPosition, ({ who, params }) =>
    findPosition(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params),
  )
}
