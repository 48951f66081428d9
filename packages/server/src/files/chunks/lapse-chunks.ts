import { SWEEP_GRACE_MS } from '../../platform/content/sweep.ts'
import type { Ctx } from '../../platform/context.ts'
import { holdRoot } from '../../records/roots.ts'
import { reserveStorage } from '../writing/quota.ts'
import { endWaiting, listLapsed } from './queries.ts'

const AT_ONCE = 500

/** Ends the waiting of chunks that were never made a file: they count for quotas no more, and the sweep takes them. */
export async function lapseChunks(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const cutoff = now - SWEEP_GRACE_MS
  for (;;) {
    const lapsed = await listLapsed(ctx.db.read, cutoff, AT_ONCE)
    for (const [rootId, chunks] of Map.groupBy(lapsed, ({ root_id }) => root_id))
      await ctx.db.write(async (tx) => {
        const ids = chunks.map(({ id }) => id)
        const root = await holdRoot(tx, rootId)
        await reserveStorage(ctx, tx, root, -(await endWaiting(tx, rootId, ids, cutoff)), now)
      })
    if (lapsed.length < AT_ONCE) return
  }
}
