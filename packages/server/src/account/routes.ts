import type { Ctx } from '../context.ts'
import { readParams } from '../http/body.ts'
import { readCookie, SESSION_COOKIE } from '../http/cookies.ts'
import type { PageRoute } from '../http/error-handler.ts'
import { parseForm } from '../http/form.ts'
import { formCookie, sendPage } from '../http/page-answer.ts'
import type { App, Reply, Request } from '../http/server.ts'
import type { Page } from '../pages/page-frame.ts'
import { showPasswordForm, takePasswordForm } from './password-page.ts'
import { SIGN_IN_PATH, type SignInVisit, showSignIn, takeSignIn } from './sign-in-page.ts'

export const PASSWORD_PATH = '/account/password'
export const SIGN_IN_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: SIGN_IN_PATH },
  { method: 'POST', path: SIGN_IN_PATH },
]

/** Pages for people who cannot sign in yet. */
export function accountRoutes(app: App, ctx: Ctx): void {
  app.get(PASSWORD_PATH, async (req, reply) => {
    const query = new URL(req.raw.url ?? '', ctx.publicUrl).search.slice(1)
    return send(reply, await showPasswordForm(ctx, textOf(parseForm(Buffer.from(query)).token)))
  })
  app.post(PASSWORD_PATH, async (req, reply) => {
    const { token, password } = await readParams({ req: req.raw, res: reply.raw })
    return send(reply, await takePasswordForm(ctx, textOf(token), textOf(password)))
  })

  app.get(SIGN_IN_PATH, async (req, reply) => sendPage(reply, await showSignIn(ctx, signInVisit(req, reply))))
  app.post(SIGN_IN_PATH, async (req, reply) => {
    const visit = signInVisit(req, reply)
    const fields = await readParams({ req: req.raw, res: reply.raw })
    return sendPage(reply, await takeSignIn(ctx, visit, fields))
  })

  const signInVisit = (req: Request, reply: Reply): SignInVisit => ({
    to: parseForm(Buffer.from(new URL(req.raw.url ?? '', ctx.publicUrl).search.slice(1))).to,
    session: readCookie(req, SESSION_COOKIE),
    form: formCookie(req, reply, ctx.random),
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' && value.isWellFormed() ? value : '')

/** The address holds a token: it must not be passed on to wherever people go next. */
const send = (reply: Reply, page: Page): Reply =>
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('content-security-policy', page.csp)
    .send(page.html)
