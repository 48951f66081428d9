import * as api from '@holdfast/api/oversight/exports'
import { beginExport } from '../../../oversight/export/begin-export.ts'
import { cancelExport } from '../../../oversight/export/cancel-export.ts'
import { getExport } from '../../../oversight/export/get-export.ts'
import { listExports } from '../../../oversight/export/list-exports.ts'
import { openPart } from '../../../oversight/export/open-part.ts'
import { sendFile } from '../../exchange/download.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const exportRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.beginExport, ({ who, params }) => beginExport(ctx, who, params))
  route(app, ctx, api.listExports, async ({ who, params }) => ({
    results: await listExports(ctx, who, params.organization_id),
  }))
  route(app, ctx, api.getExport, ({ who, params }) => getExport(ctx, who, params.export_id))
  route(app, ctx, api.cancelExport, ({ who, params }) => cancelExport(ctx, who, params.export_id))
  route(app, ctx, api.downloadExportPart, async ({ who, params, req, reply }) =>
    sendFile(req, reply, await openPart(ctx, who, params.export_id, params.number), 'attachment'),
  )
})
