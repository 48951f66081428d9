import * as api from '@holdfast/api/oversight/installation-backup'
import { getInstallationBackup } from '../../../oversight/alerts/get-installation-backup.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const installationBackupRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getInstallationBackup, ({ who }) => getInstallationBackup(ctx, who))
})
