import * as api from '@holdfast/api/sharing/link-table'
import { openLinkTable } from '../../../sharing/link-table/table-links.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { tableRoute } from '../../exchange/table-route.ts'

export const linkTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tableSharelinks, (who, params) => openLinkTable(ctx, who, params))
})
