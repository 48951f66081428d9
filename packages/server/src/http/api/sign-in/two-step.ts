import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sign-in/two-step'
import { unlockPerson } from '../../../sign-in/password-reset/unlock-person.ts'
import { disableTwoStep } from '../../../sign-in/two-step/disable-two-step.ts'
import { enableTwoStep } from '../../../sign-in/two-step/enable-two-step.ts'
import { failUnverified, recoverTwoStep } from '../../../sign-in/two-step/recover-two-step.ts'
import { resetTwoStep } from '../../../sign-in/two-step/reset-two-step.ts'
import { isKnownCaller } from '../../exchange/admit-caller.ts'
import { type Call, openRoute, route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const twoStepRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.enableTwoStep, ({ who, params }) => {
    const { password, mode, auth_code: authCode, mobile_phone: phone } = params
    return enableTwoStep(ctx, who, { password, mode, authCode, phone })
  })
  route(app, ctx, api.disableTwoStep, async ({ who, params }) => {
    await disableTwoStep(ctx, who, { password: params.password, authCode: params.auth_code })
    return OK
  })
  const recover = async ({ params }: Call<typeof api.recoverTwoStep>) => {
    await recoverTwoStep(ctx, params.email, params.backup_key)
    return OK
  }
  // Strangers get the same answer whatever they send; callers with a token learn what is missing, as everywhere.
  openRoute(app, api.recoverTwoStep, recover, async (error, req) => {
    if (await isKnownCaller(ctx, req)) throw error
    return failUnverified()
  })
  route(app, ctx, api.resetTwoStep, async ({ who, params }) => {
    await resetTwoStep(ctx, who, params.person_id)
    return OK
  })
  route(app, ctx, api.unlockPerson, async ({ who, params }) => {
    await unlockPerson(ctx, who, params.person_id)
    return OK
  })
})
