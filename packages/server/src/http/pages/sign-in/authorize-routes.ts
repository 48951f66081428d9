import * as api from '@holdfast/api/sign-in/oauth'
import type { Ctx } from '../../../platform/context.ts'
import { authorizationServer } from '../../../sign-in/consent/metadata.ts'
import { readParams } from '../../exchange/body.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import { parseForm } from '../../exchange/form.ts'
import { openRoute } from '../../exchange/route.ts'
import type { App, Reply, Request } from '../../exchange/server.ts'
import { formCookie, sendAnswer } from '../frame/page-answer.ts'
import { speechOf } from '../frame/page-language.ts'
import { takeForm } from './take-form.ts'
import { showAuthorization, type Visit } from './visit.ts'

export function authorizeRoutes(app: App, ctx: Ctx, baseUrl: () => string): void {
  openRoute(app, api.getAuthorizationServer, async () => authorizationServer(baseUrl()))

  app.get(api.authorize.path, async (req, reply) => {
    const visit = await visitOf(ctx, req, reply, baseUrl())
    return sendAnswer(reply, await showAuthorization(ctx, visit))
  })
  app.post(api.authorize.path, async (req, reply) => {
    const visit = await visitOf(ctx, req, reply, baseUrl())
    const fields = await readParams({ req: req.raw, res: reply.raw })
    return sendAnswer(reply, await takeForm(ctx, visit, fields))
  })
}

async function visitOf(ctx: Ctx, req: Request, reply: Reply, issuer: string): Promise<Visit> {
  const url = req.raw.url ?? ''
  const start = url.indexOf('?')
  const query = () => parseForm(Buffer.from(start === -1 ? '' : url.slice(start + 1), 'latin1'))
  const form = formCookie(req, reply, ctx.random)
  const speech = await speechOf(ctx, req)
  return { query, session: readCookie(req, SESSION_COOKIE), form, issuer, speech }
}
