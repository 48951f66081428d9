import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/oversight/system'
import { getSystemStatus } from '../../../oversight/system/get-status.ts'
import { listDamagedOf } from '../../../oversight/system/list-damaged.ts'
import { listSystemServers } from '../../../oversight/system/list-servers.ts'
import { startSystemBackup } from '../../../oversight/system/start-backup.ts'
import { startSystemVerify } from '../../../oversight/system/start-verify.ts'
import { findOwnCertificate } from '../../exchange/own-certificate.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const systemRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getSystemStatus, async ({ who, req }) =>
    getSystemStatus(ctx, who, await findOwnCertificate(ctx, req)),
  )
  route(app, ctx, api.listSystemServers, ({ who }) => listSystemServers(ctx, who))
  route(app, ctx, api.startSystemBackup, async ({ who }) => {
    await startSystemBackup(ctx, who)
    return OK
  })
  route(app, ctx, api.verifySystem, async ({ who }) => {
    await startSystemVerify(ctx, who)
    return OK
  })
  route(app, ctx, api.listDamagedContent, ({ who, params }) => listDamagedOf(ctx, who, params))
})
