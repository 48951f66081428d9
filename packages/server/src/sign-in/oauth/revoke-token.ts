import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findPerson } from '../../records/people.ts'
import {
  deleteAccessToken,
  findAccessOwner,
  findRefreshOwner,
  revokeSession,
  type TokenOwner,
} from '../../records/sessions.ts'
import { accountPrincipal } from './account-principal.ts'
import { authenticateClient, type ClientCredentials } from './client.ts'
import { hashToken } from './tokens.ts'

/** RFC 7009: what is no token of this client is not an error, and nothing happens to it. */
export async function revokeToken(ctx: Ctx, credentials: ClientCredentials, token: string): Promise<void> {
  const { clientId } = await authenticateClient(ctx.db.read, credentials)
  const hash = hashToken(token)
  await ctx.db.write(async (tx) => {
    // The hint about its kind only saves a look; both are cheap.
    const refresh = await findRefreshOwner(tx, hash)
    if (refresh?.client_id === clientId) {
      if (await revokeSession(tx, refresh.session_id, ctx.now()))
        await record(tx, refresh, 'signed_out', ctx.now())
      return
    }
    const access = await findAccessOwner(tx, hash)
    if (access?.client_id === clientId && (await deleteAccessToken(tx, hash)))
      await record(tx, access, 'token_revoked', ctx.now())
  })
}

/** By the account itself: whoever has the token could do anything in its name. */
async function record(
  tx: Tx,
  owner: TokenOwner,
  kind: 'signed_out' | 'token_revoked',
  at: Instant,
): Promise<void> {
  const person = await findPerson(tx, owner.person_id)
  if (!person) return
  const who = accountPrincipal(person, { sessionId: owner.session_id, machineId: owner.machine_id, at })
  await recordActivity(tx, who, kind, { person }, at)
}
