import * as api from '@holdfast/api/files/thumbnails'
import { openPicture, openThumbnail } from '../../../files/reading/open-thumbnail.ts'
import { filePath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { sendThumbnail } from '../../exchange/send-thumbnail.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const thumbnailRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getThumbnail, async ({ who, params, req, reply }) => {
    const { root_id: rootId, file_id: fileId, size, rev } = params
    const picture = await openPicture(ctx, who, filePath(params), rev)
    const thumbnail = openThumbnail(ctx, who, { rootId, fileId, size }, picture)
    return sendThumbnail(req, reply, thumbnail, rev !== undefined)
  })
})
