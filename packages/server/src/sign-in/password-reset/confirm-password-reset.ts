import { BUILT_IN_CLIENT } from '@holdfast/api/oauth'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { useReset } from '../../records/credentials.ts'
import { findPerson } from '../../records/people.ts'
import { openSession } from '../oauth/open-session.ts'
import { hashToken, makeTokens, storeTokens, tokenAnswer } from '../oauth/tokens.ts'

/** Exchanges a mailed token for access. With two-step on it can set the password and nothing else. */
export async function confirmPasswordReset(ctx: Ctx, token: string) {
  const tokens = makeTokens(ctx.random)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const personId = await useReset(tx, hashToken(token), at)
    const person = personId && (await findPerson(tx, personId))
    if (!person?.active)
      return fail('password_reset_token_expired', 'The link has expired or was used before.')
    const sessionId = await openSession(
      tx,
      person,
      { clientId: BUILT_IN_CLIENT, machineId: null, passwordOnly: person.two_step_mode !== null },
      at,
    )
    await storeTokens(tx, sessionId, tokens, at)
    const { guid: _, ...answer } = tokenAnswer(tokens, '')
    return answer
  })
}
