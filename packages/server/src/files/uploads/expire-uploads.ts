import type { Ctx } from '../../platform/context.ts'
import { endUploads } from './own-upload.ts'
import { listExpired } from './queries.ts'

const AT_ONCE = 20

/** Forgets uploads that nobody went on with. Their chunks are idle, so the sweep takes those. */
export async function expireUploads(ctx: Ctx): Promise<void> {
  for (;;) {
    const now = ctx.now()
    const expired = await listExpired(ctx.db.read, now, AT_ONCE)
    for (const [rootId, uploads] of Map.groupBy(expired, ({ root_id }) => root_id)) {
      const ids = uploads.map(({ id }) => id)
      // Asked again there: someone may just have gone on with one.
      await ctx.db.write((tx) => endUploads(ctx, tx, rootId, ids, now))
    }
    if (expired.length < AT_ONCE) return
  }
}
