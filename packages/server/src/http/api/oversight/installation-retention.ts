import * as api from '@holdfast/api/oversight/installation-retention'
import { getInstallationRetention } from '../../../oversight/pause/get-installation-retention.ts'
import { resumeInstallationRetention } from '../../../oversight/pause/resume-retention.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const installationRetentionRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getInstallationRetention, ({ who }) => getInstallationRetention(ctx, who))
  route(app, ctx, api.resumeInstallationRetention, ({ who }) => resumeInstallationRetention(ctx, who))
})
