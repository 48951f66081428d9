import * as api from '@holdfast/api/oversight/device-bulk'
import { applyBackupsBulk, planBackupsBulk } from '../../../devices/table/backup-bulk.ts'
import { applyMachinesBulk, planMachinesBulk } from '../../../devices/table/machine-bulk.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const deviceBulkRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.planMachinesBulk, ({ who, params }) => planMachinesBulk(ctx, who, params))
  route(app, ctx, api.applyMachinesBulk, ({ who, params }) => applyMachinesBulk(ctx, who, params))
  route(app, ctx, api.planBackupsBulk, ({ who, params }) => planBackupsBulk(ctx, who, params))
  route(app, ctx, api.applyBackupsBulk, ({ who, params }) => applyBackupsBulk(ctx, who, params))
})
