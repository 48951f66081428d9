import type { Ctx } from '../../platform/context.ts'
import { deleteExport, listExpired, removeFailures } from './queries.ts'
import { releaseExport } from './release-export.ts'

const AT_ONCE = 500

/** Removes exports that are kept no longer, and those of organizations that are gone. */
export async function expireExports(ctx: Ctx): Promise<void> {
  for (const row of await listExpired(ctx.db.read, ctx.now())) {
    await releaseExport(ctx, row)
    while ((await ctx.db.write((tx) => removeFailures(tx, row.id, AT_ONCE))) > 0) {}
    await ctx.db.write((tx) => deleteExport(tx, row.id))
  }
}
