import * as api from '@holdfast/api/oversight/share-table'
import { openShareTable } from '../../../sharing/table/table-shares.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { tableRoute } from '../../exchange/table-route.ts'

export const shareTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tableShares, (who, params) => openShareTable(ctx, who, params))
})
