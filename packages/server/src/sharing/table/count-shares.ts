import type { Ctx } from '../../platform/context.ts'
import { noteCounted } from '../../records/counted-figures.ts'
import { listFigures, setShown } from './queries.ts'

/** In each transaction, and in each look. */
const AT_ONCE = 500

/** Brings up to date what lists show of the size and the age of team shares: uploads do not wait for lists. */
export async function countShares(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  for (let after: Parameters<typeof listFigures>[1] = [0, 0]; ; ) {
    const figures = await listFigures(ctx.db.read, after, AT_ONCE)
    const changed = figures.filter(
      ({ space, change, shown_space, shown_change }) => space !== shown_space || change !== shown_change,
    )
    if (changed.length > 0)
      await ctx.db.write(async (tx) => {
        for (const share of changed) await setShown(tx, share)
      })
    const last = figures.at(-1)
    if (!last) break
    after = [last.organization_id, last.id]
  }
  await ctx.db.write((tx) => noteCounted(tx, 'shares', at))
}
