import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sessions'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { isForeign, sessionCookie } from '../http/authenticate.ts'
import { clearCookie, SESSION_COOKIE, setCookie } from '../http/cookies.ts'
import { openRoute, route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { csrfTokenOf } from '../oauth/authenticate.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { openWebSession, WEB_SESSION_SECONDS } from './open-web-session.ts'
import { renewWebSession } from './renew-web-session.ts'

export function sessionRoutes(app: App, ctx: Ctx): void {
  openRoute(app, api.createWebSession, async ({ params, req, reply }) => {
    // Else another site could sign its visitors in as someone of its choice.
    if (isForeign(req, ctx.config.baseUrl)) fail('forbidden', 'Sign in on the own site only.')
    const { email, password, auth_code: authCode } = params
    const { cookie, personId } = await openWebSession(ctx, { email, password, authCode })
    setCookie(reply, SESSION_COOKIE, cookie, WEB_SESSION_SECONDS)
    return { person_id: personId, csrf_token: csrfTokenOf(cookie) }
  })

  route(app, ctx, api.getWebSession, async ({ who, req, reply }) => {
    const cookie = sessionCookie(req) ?? fail('not_found', 'This is no browser session.')
    await renewWebSession(ctx, who, cookie)
    setCookie(reply, SESSION_COOKIE, cookie, WEB_SESSION_SECONDS)
    return { person_id: who.personId, csrf_token: csrfTokenOf(cookie) }
  })

  route(app, ctx, api.endWebSession, async ({ who, reply }) => {
    await endSession(ctx, who, who.sessionId)
    clearCookie(reply, SESSION_COOKIE)
    return OK
  })

  route(app, ctx, api.listSessions, ({ who, params }) => listSessions(ctx, who, params.offset))
  route(app, ctx, api.endSession, async ({ who, params }) => {
    await endSession(ctx, who, params.session_id)
    return OK
  })
}
