import * as api from '@holdfast/api/oauth'
import type { Ctx } from '../context.ts'
import { readParams } from '../http/body.ts'
import { clearCookie, FORM_COOKIE, readCookie, SESSION_COOKIE, setCookie } from '../http/cookies.ts'
import { parseForm } from '../http/form.ts'
import { openRoute } from '../http/route.ts'
import type { App, Reply, Request } from '../http/server.ts'
import { WEB_SESSION_SECONDS } from '../sessions/open-web-session.ts'
import { authorizationServer } from './metadata.ts'
import { takeForm } from './take-form.ts'
import { type Answer, showAuthorization, type Visit } from './visit.ts'

/** A form may stay open for a day. */
const FORM_SECONDS = 24 * 60 * 60

export function authorizeRoutes(app: App, ctx: Ctx, baseUrl: () => string): void {
  openRoute(app, api.getAuthorizationServer, async () => authorizationServer(baseUrl()))

  app.get(api.authorize.path, async (req, reply) => {
    const visit = visitOf(ctx, req, reply, baseUrl())
    return send(reply, await showAuthorization(ctx, visit))
  })
  app.post(api.authorize.path, async (req, reply) => {
    const visit = visitOf(ctx, req, reply, baseUrl())
    const fields = await readParams({ req: req.raw, res: reply.raw })
    return send(reply, await takeForm(ctx, visit, fields))
  })
}

function visitOf(ctx: Ctx, req: Request, reply: Reply, issuer: string): Visit {
  const url = req.raw.url ?? ''
  const start = url.indexOf('?')
  const query = () => parseForm(Buffer.from(start === -1 ? '' : url.slice(start + 1), 'latin1'))
  let form = readCookie(req, FORM_COOKIE)
  if (form === undefined) {
    form = ctx.random(32).toString('base64url')
    setCookie(reply, FORM_COOKIE, form, FORM_SECONDS)
  }
  return { query, session: readCookie(req, SESSION_COOKIE), form, issuer }
}

function send(reply: Reply, answer: Answer): Reply {
  reply.header('x-frame-options', 'DENY')
  if ('html' in answer)
    return reply
      .code(answer.status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', answer.csp)
      .send(answer.html)
  if (answer.session === null) clearCookie(reply, SESSION_COOKIE)
  else if (answer.session !== undefined) setCookie(reply, SESSION_COOKIE, answer.session, WEB_SESSION_SECONDS)
  // 303 and no other: it turns a form into a GET, so that no password travels on to anybody.
  return reply.code(303).header('location', answer.location).send()
}
