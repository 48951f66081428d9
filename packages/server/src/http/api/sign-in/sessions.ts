import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sign-in/sessions'
import { describeCaller } from '../../../accounts/guests/describe-caller.ts'
import { fail } from '../../../errors.ts'
import { csrfTokenOf } from '../../../sign-in/oauth/authenticate.ts'
import { endOtherSessions } from '../../../sign-in/sessions/end-other-sessions.ts'
import { endSession } from '../../../sign-in/sessions/end-session.ts'
import { listSessions } from '../../../sign-in/sessions/list-sessions.ts'
import { openWebSession } from '../../../sign-in/sessions/open-web-session.ts'
import { renewWebSession } from '../../../sign-in/sessions/renew-web-session.ts'
import { WEB_SESSION_SECONDS } from '../../../sign-in/sessions/web-session-end.ts'
import { isForeign, sessionCookie } from '../../exchange/caller.ts'
import { clearCookie, SESSION_COOKIE, setCookie } from '../../exchange/cookies.ts'
import { accountRoute, openRoute, route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const sessionRoutes = serveContract(api, (app, ctx) => {
  openRoute(app, api.createWebSession, async ({ params, req, reply }) => {
    // Else another site could sign its visitors in as someone of its choice.
    if (isForeign(req, ctx.config.baseUrl)) fail('forbidden', 'Sign in from this site only.')
    const { email, password, auth_code: authCode } = params
    const { cookie, personId } = await openWebSession(ctx, { email, password, authCode })
    setCookie(reply, SESSION_COOKIE, cookie, WEB_SESSION_SECONDS)
    return { person_id: personId, csrf_token: csrfTokenOf(cookie) }
  })

  accountRoute(app, ctx, api.getWebSession, async ({ who, req, reply }) => {
    const cookie =
      sessionCookie(req) ?? fail('not_found', 'This request does not come from a browser session.')
    await renewWebSession(ctx, who, cookie)
    setCookie(reply, SESSION_COOKIE, cookie, WEB_SESSION_SECONDS)
    return { ...(await describeCaller(ctx, who)), csrf_token: csrfTokenOf(cookie) }
  })

  accountRoute(app, ctx, api.endWebSession, async ({ who, reply }) => {
    await endSession(ctx, who, who.sessionId)
    clearCookie(reply, SESSION_COOKIE)
    return OK
  })

  route(app, ctx, api.listSessions, ({ who, params }) => listSessions(ctx, who, params.offset))
  route(app, ctx, api.endOtherSessions, async ({ who, params }) => ({
    ...OK,
    count: await endOtherSessions(ctx, who, { browsersOnly: params.browsers_only }),
  }))
  route(app, ctx, api.endSession, async ({ who, params }) => {
    await endSession(ctx, who, params.session_id)
    return OK
  })
})
