import type { Ctx } from '../../platform/context.ts'
import { noteCounted } from '../../records/counted-figures.ts'
import { listSpaces, setShownSpace } from './queries.ts'

/** In each transaction, and in each look. */
const AT_ONCE = 500

/** Brings up to date what lists show of the space that people use: uploads do not wait for lists. */
export async function countSpace(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  for (let after = 0; ; ) {
    const spaces = await listSpaces(ctx.db.read, after, AT_ONCE)
    const changed = spaces.filter(({ shown, stored }) => shown !== stored)
    if (changed.length > 0)
      await ctx.db.write(async (tx) => {
        for (const space of changed) await setShownSpace(tx, space)
      })
    const last = spaces.at(-1)
    if (!last) break
    after = last.id
  }
  await ctx.db.write((tx) => noteCounted(tx, 'shown_space', at))
}
