import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sign-in/general'
import { API_VERSION } from '../../../platform/installation/version.ts'
import { confirmPasswordReset } from '../../../sign-in/password-reset/confirm-password-reset.ts'
import { requestPasswordReset } from '../../../sign-in/password-reset/request-password-reset.ts'
import { openRoute } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const generalRoutes = serveContract(api, (app, ctx) => {
  openRoute(app, api.getVersion, async () => ({ version: API_VERSION }))
  openRoute(app, api.resetPassword, async ({ params }) => {
    await requestPasswordReset(ctx, params)
    return OK
  })
  openRoute(app, api.confirmPasswordReset, ({ params }) => confirmPasswordReset(ctx, params.token))
})
