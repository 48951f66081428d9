import type { PersonId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import type { PersonRow } from '../../records/people.ts'
import { type Credentials, checkCredentials } from '../credentials/check-credentials.ts'
import { openSession } from '../oauth/open-session.ts'
import { hashToken } from '../oauth/tokens.ts'
import { insertWebSession } from './queries.ts'
import { webSessionEnd } from './web-session-end.ts'

/** The client that browsers sign in through. */
export const WEB_CLIENT = 'web'

/** Signs a browser in; the cookie it gives stands for the person until it is not used for two weeks. */
export async function openWebSession(
  ctx: Ctx,
  credentials: Credentials,
): Promise<{ cookie: string; personId: PersonId }> {
  const person = await checkCredentials(ctx, credentials)
  return { cookie: await startWebSession(ctx, person), personId: person.id }
}

/** The cookie for a browser whose person is known by now. */
export async function startWebSession(ctx: Ctx, person: PersonRow): Promise<string> {
  const cookie = ctx.random(32).toString('base64url')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const how = { clientId: WEB_CLIENT, machineId: null, origin: 'password' as const }
    const session_id = await openSession(tx, person, how, at)
    const expires_at = await webSessionEnd(tx, person.organization_id, { since: at, now: at })
    await insertWebSession(tx, { hash: hashToken(cookie), session_id, expires_at })
  })
  return cookie
}
