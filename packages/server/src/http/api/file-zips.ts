import * as api from '@holdfast/api/file-zips'
import { openZip } from '../../files/reading/zip/open-zip.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendZip } from '../exchange/download.ts'
import { route } from '../exchange/route.ts'
import type { App } from '../exchange/server.ts'

export function fileZipRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.downloadRoot, async ({ who, params, req, reply }) => {
    const zip = await openZip(ctx, who, { rootId: params.root_id, folderId: 0 }, params)
    return sendZip(req, reply, zip)
  })
  route(app, ctx, api.downloadFolder, async ({ who, params, req, reply }) => {
    const zip = await openZip(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params)
    return sendZip(req, reply, zip)
  })
}
