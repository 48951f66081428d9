import * as api from '@holdfast/api/oversight/organization-table'
import { openOrganizationTable } from '../../../oversight/figures/table-organizations.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { tableRoute } from '../../exchange/table-route.ts'

export const organizationTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tableOrganizations, (who, params) => openOrganizationTable(ctx, who, params))
})
