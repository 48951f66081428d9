import type { Ctx } from '../../../platform/context.ts'
import { WEB_SESSION_SECONDS } from '../../../sign-in/sessions/web-session-end.ts'
import { clearCookie, FORM_COOKIE, readCookie, SESSION_COOKIE, setCookie } from '../../exchange/cookies.ts'
import type { Reply, Request } from '../../exchange/server.ts'
import type { PageAnswer } from './page-frame.ts'
import { PLACE_COOKIE, PLACE_SECONDS } from './remembered-place.ts'
import { sendPage } from './send-page.ts'

/** A form may stay open for a day. */
const FORM_SECONDS = 24 * 60 * 60

/** The cookie that forms are bound to before anyone is signed in; a browser that has none gets one. */
export function formCookie(req: Request, reply: Reply, random: Ctx['random']): string {
  const known = readCookie(req, FORM_COOKIE)
  if (known !== undefined) return known
  const form = random(32).toString('base64url')
  setCookie(reply, FORM_COOKIE, form, FORM_SECONDS)
  return form
}

export function sendAnswer(reply: Reply, answer: PageAnswer): Reply {
  if ('html' in answer) return sendPage(reply, answer)
  if (answer.session === null) clearCookie(reply, SESSION_COOKIE)
  else if (answer.session !== undefined) setCookie(reply, SESSION_COOKIE, answer.session, WEB_SESSION_SECONDS)
  if (answer.place !== undefined) setCookie(reply, PLACE_COOKIE, answer.place, PLACE_SECONDS)
  // 303 and no other: it turns a form into a GET, so that no password travels on to anybody.
  return reply.code(303).header('x-frame-options', 'DENY').header('location', answer.location).send()
}
