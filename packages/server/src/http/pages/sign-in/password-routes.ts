import type { Ctx } from '../../../platform/context.ts'
import { readParams } from '../../exchange/body.ts'
import { parseForm } from '../../exchange/form.ts'
import type { App } from '../../exchange/server.ts'
import { textOf } from '../frame/form-text.ts'
import { sendPage } from '../frame/send-page.ts'
import { showPasswordForm, takePasswordForm } from './password-page.ts'

export const PASSWORD_PATH = '/account/password'

/** Pages for people who cannot sign in yet. */
export function accountRoutes(app: App, ctx: Ctx): void {
  app.get(PASSWORD_PATH, async (req, reply) => {
    const query = new URL(req.raw.url ?? '', ctx.publicUrl).search.slice(1)
    return sendPage(reply, await showPasswordForm(ctx, textOf(parseForm(Buffer.from(query)).token)))
  })
  app.post(PASSWORD_PATH, async (req, reply) => {
    const { token, password } = await readParams({ req: req.raw, res: reply.raw })
    return sendPage(reply, await takePasswordForm(ctx, textOf(token), textOf(password)))
  })
}
