import type { Ctx } from '../../platform/context.ts'
import { deleteUploads, listExpired } from './queries.ts'

const AT_ONCE = 20

/** Forgets uploads that nobody went on with. Their chunks are idle, so the sweep takes those. */
export async function expireUploads(ctx: Ctx): Promise<void> {
  for (;;) {
    const expired = await ctx.db.write(async (tx) => {
      const ids = await listExpired(tx, ctx.now(), AT_ONCE)
      await deleteUploads(tx, ids)
      return ids.length
    })
    if (expired < AT_ONCE) return
  }
}
