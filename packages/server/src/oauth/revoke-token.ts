import type { Ctx } from '../context.ts'
import { authenticateClient, type ClientCredentials } from './client.ts'
import { deleteAccessToken, findAccessOwner, findRefreshOwner, revokeSession } from './queries.ts'
import { hashToken } from './tokens.ts'

/** RFC 7009: what is no token of this client is not an error, and nothing happens to it. */
export async function revokeToken(ctx: Ctx, credentials: ClientCredentials, token: string): Promise<void> {
  const { clientId } = await authenticateClient(ctx.db.read, credentials)
  const hash = hashToken(token)
  await ctx.db.write(async (tx) => {
    // The hint about its kind only saves a look; both are cheap.
    const refresh = await findRefreshOwner(tx, hash)
    if (refresh?.client_id === clientId) return revokeSession(tx, refresh.session_id, ctx.now())
    const access = await findAccessOwner(tx, hash)
    if (access?.client_id === clientId) await deleteAccessToken(tx, hash)
  })
}
