import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { hashToken } from '../oauth/tokens.ts'
import { WEB_SESSION_SECONDS } from './open-web-session.ts'
import { extendWebSession } from './queries.ts'

/** Keeps a browser signed in that is in use. */
export async function renewWebSession(ctx: Ctx, who: PersonPrincipal, cookie: string): Promise<void> {
  const at = ctx.now()
  const until = at + WEB_SESSION_SECONDS * 1000
  await ctx.db.write((tx) => extendWebSession(tx, hashToken(cookie), who.sessionId, until, at))
}
