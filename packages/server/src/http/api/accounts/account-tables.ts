import * as api from '@holdfast/api/accounts/account-tables'
import { openGroupTable } from '../../../accounts/tables/table-groups.ts'
import { openGuestTable } from '../../../accounts/tables/table-guests.ts'
import { openPersonTable } from '../../../accounts/tables/table-persons.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { tableRoute } from '../../exchange/table-route.ts'

export const accountTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tablePersons, (who, params) => openPersonTable(ctx, who, params))
  tableRoute(app, ctx, api.tableGuests, (who, params) => openGuestTable(ctx, who, params))
  tableRoute(app, ctx, api.tableGroups, (who, params) => openGroupTable(ctx, who, params))
})
