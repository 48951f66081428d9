import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deleteOldTries } from '../../records/sign-in-tries.ts'
import { deleteEndedSessions, deleteExpired, deleteUsedTokens } from './queries.ts'

/** For so long the second use of a refresh token is known as one, and ends the session. */
const KEPT_MS = 30 * DAY_MS
const AT_ONCE = 500

/** Removes what opens nothing any more. A device renews its token every hour: what it used would pile up for ever. */
export async function expireTokens(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await ctx.db.write((tx) => deleteExpired(tx, now))
  await ctx.db.write((tx) => deleteOldTries(tx, now))
  await ctx.limits.clear()
  await untilNone(ctx, deleteUsedTokens, now - KEPT_MS)
  await untilNone(ctx, deleteEndedSessions, now - KEPT_MS)
}

async function untilNone(
  ctx: Ctx,
  deleteSome: (tx: Tx, before: Instant, limit: number) => Promise<number>,
  before: Instant,
): Promise<void> {
  while ((await ctx.db.write((tx) => deleteSome(tx, before, AT_ONCE))) === AT_ONCE) {}
}
