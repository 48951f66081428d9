import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { hashToken } from '../oauth/tokens.ts'
import { extendWebSession, findSessionStart } from './queries.ts'
import { webSessionEnd } from './web-session-end.ts'

/** Keeps a browser signed in that is in use. */
export async function renewWebSession(ctx: Ctx, who: AccountPrincipal, cookie: string): Promise<void> {
  await ctx.db.write(async (tx) => {
    const now = ctx.now()
    const since = await findSessionStart(tx, who.sessionId)
    const until = await webSessionEnd(tx, who.organizationId, { since, now })
    await extendWebSession(tx, hashToken(cookie), who.sessionId, until, now)
  })
}
