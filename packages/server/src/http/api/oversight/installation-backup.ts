import * as api from '@holdfast/api/oversight/installation-backup'
import { getInstallationBackup } from '../../../oversight/alerts/get-installation-backup.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function installationBackupRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.getInstallationBackup, ({ who }) => getInstallationBackup(ctx, who))
}
