import type { Ctx } from '../../../platform/context.ts'
import { SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { readParams } from '../../exchange/body.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import type { App, Reply, Request } from '../../exchange/server.ts'
import { formCookie, sendAnswer } from '../frame/page-answer.ts'
import { siteAt } from '../frame/site.ts'
import { leadsTo } from './leads-to.ts'
import { type SignInVisit, showSignIn, takeSignIn } from './sign-in-page.ts'

export const SIGN_IN_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: SIGN_IN_PATH },
  { method: 'POST', path: SIGN_IN_PATH },
]

export function signInRoutes(app: App, ctx: Ctx): void {
  app.get(SIGN_IN_PATH, async (req, reply) =>
    sendAnswer(reply, await showSignIn(ctx, await visitOf(req, reply))),
  )
  app.post(SIGN_IN_PATH, async (req, reply) => {
    const visit = await visitOf(req, reply)
    const fields = await readParams({ req: req.raw, res: reply.raw })
    return sendAnswer(reply, await takeSignIn(ctx, visit, fields))
  })

  const visitOf = async (req: Request, reply: Reply): Promise<SignInVisit> => ({
    site: await siteAt(ctx, req),
    to: leadsTo(req),
    session: readCookie(req, SESSION_COOKIE),
    form: formCookie(req, reply, ctx.random),
  })
}
