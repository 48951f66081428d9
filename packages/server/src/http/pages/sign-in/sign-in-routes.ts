import type { Ctx } from '../../../platform/context.ts'
import { SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { readParams } from '../../exchange/body.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import type { App } from '../../exchange/server.ts'
import { sendAnswer } from '../frame/page-answer.ts'
import { showSignIn, takeSignIn } from './sign-in-page.ts'
import { signInVisit } from './sign-in-visit.ts'

export const SIGN_IN_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: SIGN_IN_PATH },
  { method: 'POST', path: SIGN_IN_PATH },
]

export function signInRoutes(app: App, ctx: Ctx): void {
  app.get(SIGN_IN_PATH, async (req, reply) =>
    sendAnswer(reply, await showSignIn(ctx, await signInVisit(ctx, req, reply))),
  )
  app.post(SIGN_IN_PATH, async (req, reply) => {
    const visit = await signInVisit(ctx, req, reply)
    const fields = await readParams({ req: req.raw, res: reply.raw })
    return sendAnswer(reply, await takeSignIn(ctx, visit, fields))
  })
}
