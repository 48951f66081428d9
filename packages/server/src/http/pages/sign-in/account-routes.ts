import type { Ctx } from '../../../platform/context.ts'
import {
  FORGOT_PATH,
  PASSWORD_PATH,
  VERIFY_PATH,
  WELCOME_PATH,
} from '../../../sign-in/password-reset/addresses.ts'
import { readParams } from '../../exchange/body.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import type { App, Reply, Request } from '../../exchange/server.ts'
import { queryField, textOf } from '../frame/form-text.ts'
import { formCookie, sendAnswer } from '../frame/page-answer.ts'
import { sendPage } from '../frame/send-page.ts'
import { siteAt } from '../frame/site.ts'
import { forgotPage, takeForgotForm } from './forgot-page.ts'
import { leadsTo } from './leads-to.ts'
import { type MailedVisit, showMailed, takeMailed } from './mailed-page.ts'
import { showVerify, takeVerify, type VerifyVisit } from './verify-page.ts'

const MAILED_PATHS = [PASSWORD_PATH, WELCOME_PATH]

export const ACCOUNT_PAGES: readonly PageRoute[] = [FORGOT_PATH, VERIFY_PATH, ...MAILED_PATHS].flatMap(
  (path) => [
    { method: 'GET', path },
    { method: 'POST', path },
  ],
)

/** Pages for people who come by a mail, or want one. */
export function accountRoutes(app: App, ctx: Ctx): void {
  app.get(FORGOT_PATH, async (req, reply) =>
    sendPage(reply, forgotPage(await siteAt(ctx, req), leadsTo(req))),
  )
  app.post(FORGOT_PATH, async (req, reply) => {
    const { email } = await readParams({ req: req.raw, res: reply.raw })
    const site = await siteAt(ctx, req)
    return sendPage(reply, await takeForgotForm(ctx, site, leadsTo(req), textOf(email).trim()))
  })
  const verifyingAt = async (req: Request): Promise<VerifyVisit> => ({
    site: await siteAt(ctx, req),
    session: readCookie(req, SESSION_COOKIE),
    token: queryField(req, 'token'),
  })
  app.get(VERIFY_PATH, async (req, reply) => sendAnswer(reply, await showVerify(ctx, await verifyingAt(req))))
  app.post(VERIFY_PATH, async (req, reply) => {
    const visit = await verifyingAt(req)
    const { csrf } = await readParams({ req: req.raw, res: reply.raw })
    return sendAnswer(reply, await takeVerify(ctx, visit, textOf(csrf)))
  })
  for (const path of MAILED_PATHS) {
    const visitOf = async (req: Request, reply: Reply): Promise<MailedVisit> => ({
      site: await siteAt(ctx, req),
      to: leadsTo(req),
      invited: path === WELCOME_PATH,
      form: formCookie(req, reply, ctx.random),
    })
    app.get(path, async (req, reply) =>
      sendAnswer(reply, await showMailed(ctx, await visitOf(req, reply), queryField(req, 'token'))),
    )
    app.post(path, async (req, reply) => {
      const visit = await visitOf(req, reply)
      const fields = await readParams({ req: req.raw, res: reply.raw })
      return sendAnswer(reply, await takeMailed(ctx, visit, fields))
    })
  }
}
