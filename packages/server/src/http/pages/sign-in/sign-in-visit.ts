import type { Ctx } from '../../../platform/context.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import type { Reply, Request } from '../../exchange/server.ts'
import { formCookie } from '../frame/page-answer.ts'
import { siteAt } from '../frame/site.ts'
import { leadsTo } from './leads-to.ts'
import type { SignInVisit } from './sign-in-page.ts'

/** What the sign-in form needs to know of a request, at its own address or at `/`. */
export const signInVisit = async (ctx: Ctx, req: Request, reply: Reply): Promise<SignInVisit> => ({
  site: await siteAt(ctx, req),
  to: leadsTo(req),
  session: readCookie(req, SESSION_COOKIE),
  form: formCookie(req, reply, ctx.random),
})
