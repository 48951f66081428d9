import * as api from '@holdfast/api/files/upload-checks'
import { checkNames } from '../../../files/writing/check-names.ts'
import { ensureFolders } from '../../../files/writing/ensure-folders.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function uploadCheckRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.checkNames, ({ who, params }) =>
    checkNames(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params.names),
  )
  route(app, ctx, api.ensureFolders, ({ who, params }) =>
    ensureFolders(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params.paths),
  )
}
