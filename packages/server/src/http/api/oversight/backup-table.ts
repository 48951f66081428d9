import * as api from '@holdfast/api/oversight/backup-table'
import { openBackupTable } from '../../../devices/table/table-backups.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { tableRoute } from '../../exchange/table-route.ts'

export const backupTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tableBackups, (who, params) => openBackupTable(ctx, who, params))
})
