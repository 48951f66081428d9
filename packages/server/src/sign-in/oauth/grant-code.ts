import { createHash } from 'node:crypto'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { findPerson } from '../../records/people.ts'
import { type CodeRow, findCode, useCode } from '../../records/sessions.ts'
import { endStolen } from './end-stolen.ts'
import { type Device, guidFrom, resolveMachine } from './machine.ts'
import { openSession } from './open-session.ts'
import { hashToken, makeTokens, storeTokens, tokenAnswer } from './tokens.ts'

export interface CodeExchange {
  clientId: string
  code: string
  redirectUri: string | undefined
  verifier: string | undefined
}

/** RFC 6749, 4.1.3, and RFC 7636: a code works once; a second use also ends what the first one gave. */
export async function grantCode(ctx: Ctx, exchange: CodeExchange, device: Device) {
  const hash = hashToken(exchange.code)
  const tokens = makeTokens(ctx.random)
  const newGuid = guidFrom(ctx.random(16))
  const answer = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const code = await findCode(tx, hash)
    if (!code || code.client_id !== exchange.clientId) return undefined
    if (code.session_id !== null) {
      await endStolen(tx, code.session_id, at)
      return undefined
    }
    if (code.expires_at <= at || !matches(code, exchange)) return undefined
    const person = await findPerson(tx, code.person_id)
    if (!person?.active) return undefined
    const machine = await resolveMachine(tx, person, code.client_id, { ...device, newGuid }, at)
    const how = { clientId: code.client_id, machineId: machine.id, origin: 'code' as const }
    const sessionId = await openSession(tx, person, how, at)
    if (!(await useCode(tx, hash, sessionId))) {
      // Another exchange of this code came first; neither may keep what it got.
      await endStolen(tx, sessionId, at)
      const first = (await findCode(tx, hash))?.session_id
      if (first) await endStolen(tx, first, at)
      return undefined
    }
    await storeTokens(tx, sessionId, tokens, at)
    return tokenAnswer(tokens, machine.guid)
  })
  // Outside the transaction: a refusal must not undo a revocation.
  return answer ?? fail('invalid_grant', 'The authorization code is not valid.')
}

function matches(code: CodeRow, { redirectUri, verifier }: CodeExchange): boolean {
  if (redirectUri !== undefined && redirectUri !== code.redirect_uri) return false
  if (code.code_challenge === null) return verifier === undefined
  return (
    verifier !== undefined &&
    createHash('sha256').update(verifier).digest('base64url') === code.code_challenge
  )
}
