import * as api from '@holdfast/api/oversight/setup'
import { type Arrival, getSetup } from '../../../oversight/setup/get-setup.ts'
import { testMail } from '../../../oversight/setup/test-mail.ts'
import { updateSetup } from '../../../oversight/setup/update-setup.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findOwnCertificate } from '../../exchange/own-certificate.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Request } from '../../exchange/server.ts'

export const setupRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getSetup, async ({ who, req }) => getSetup(ctx, who, await arrivalOf(ctx, req)))
  route(app, ctx, api.updateSetup, async ({ who, req, params }) =>
    updateSetup(ctx, who, params, await arrivalOf(ctx, req)),
  )
  route(app, ctx, api.testMail, ({ who, params }) => testMail(ctx, who, params.to))
})

const arrivalOf = async (ctx: Ctx, req: Request): Promise<Arrival> => ({
  host: req.host,
  isSecure: req.protocol === 'https',
  certificate: await findOwnCertificate(ctx, req),
})
