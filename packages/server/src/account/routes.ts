import type { Ctx } from '../context.ts'
import { readParams } from '../http/body.ts'
import { parseForm } from '../http/form.ts'
import type { App, Reply } from '../http/server.ts'
import type { Page } from '../pages/page-frame.ts'
import { showPasswordForm, takePasswordForm } from './password-page.ts'

export const PASSWORD_PATH = '/account/password'

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
