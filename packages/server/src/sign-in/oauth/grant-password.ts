import type { Ctx } from '../../platform/context.ts'
import { type Credentials, checkCredentials } from '../credentials/check-credentials.ts'
import { type Device, guidFrom, resolveMachine } from './machine.ts'
import { openSession } from './open-session.ts'
import { makeTokens, storeTokens, tokenAnswer } from './tokens.ts'

/** RFC 6749, 4.3: an address and a password for tokens. */
export async function grantPassword(ctx: Ctx, clientId: string, credentials: Credentials, device: Device) {
  const person = await checkCredentials(ctx, credentials)
  const tokens = makeTokens(ctx.random)
  const newGuid = guidFrom(ctx.random(16))
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const machine = await resolveMachine(tx, person, clientId, { ...device, newGuid }, at)
    const sessionId = await openSession(
      tx,
      person,
      { clientId, machineId: machine.id, origin: 'password' },
      at,
    )
    await storeTokens(tx, sessionId, tokens, at)
    return tokenAnswer(tokens, machine.guid)
  })
}
