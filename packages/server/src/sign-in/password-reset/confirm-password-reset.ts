import { BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import type { Ctx } from '../../platform/context.ts'
import { openSession } from '../oauth/open-session.ts'
import { makeTokens, storeTokens, tokenAnswer } from '../oauth/tokens.ts'
import { takeMailedToken } from './mailed-token.ts'

/** Exchanges a mailed token for access. With two-step on it can set the password and nothing else. */
export async function confirmPasswordReset(ctx: Ctx, token: string) {
  const tokens = makeTokens(ctx.random)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await takeMailedToken(tx, token, at)
    const passwordOnly = person.two_step_mode !== null
    const how = { clientId: BUILT_IN_CLIENT, machineId: null, origin: 'mail' as const, passwordOnly }
    const sessionId = await openSession(tx, person, how, at)
    await storeTokens(tx, sessionId, tokens, at)
    const { guid: _, ...answer } = tokenAnswer(tokens, '')
    return answer
  })
}
