import * as api from '@holdfast/api/oversight/machine-table'
import { openMachineTable } from '../../../devices/table/table-machines.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { tableRoute } from '../../exchange/table-route.ts'

export const machineTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tableMachines, (who, params) => openMachineTable(ctx, who, params))
})
