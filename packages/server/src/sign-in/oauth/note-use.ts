import type { Ctx } from '../../platform/context.ts'
import { settleRefresh } from '../../records/sessions.ts'

/** An agent renews its tokens every hour; so many are told apart without asking the database. */
const MOST = 100_000
const noted = new Set<string>()

/** Notes that what a refresh token gave is in use. The first time it is written down, before anything else happens. */
export async function noteUse(ctx: Pick<Ctx, 'db'>, renewedBy: Buffer): Promise<void> {
  const key = renewedBy.toString('base64')
  if (noted.has(key)) return
  await ctx.db.write((tx) => settleRefresh(tx, renewedBy))
  if (noted.size >= MOST) noted.clear()
  noted.add(key)
}
