import * as api from '@holdfast/api/files/file-zips'
import { openZip } from '../../../files/reading/zip/open-zip.ts'
import { openOrderedZip, orderZip } from '../../../files/reading/zip/order-zip.ts'
import { sendZip } from '../../exchange/download.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const fileZipRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.downloadRoot, async ({ who, params, req, reply }) => {
    const zip = await openZip(ctx, who, { rootId: params.root_id, folderId: 0 }, params)
    return sendZip(req, reply, zip)
  })
  route(app, ctx, api.downloadFolder, async ({ who, params, req, reply }) => {
    const zip = await openZip(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params)
    return sendZip(req, reply, zip)
  })
  route(app, ctx, api.orderZip, async ({ who, params }) => {
    const place = { rootId: params.root_id, folderId: params.folder_id }
    const { id, expires } = await orderZip(ctx, who, place, params)
    return { address: api.downloadZip.path.replace('{zip_id}', id), expires }
  })
  route(app, ctx, api.downloadZip, async ({ who, params, req, reply }) =>
    sendZip(req, reply, await openOrderedZip(ctx, who, params.zip_id)),
  )
})
