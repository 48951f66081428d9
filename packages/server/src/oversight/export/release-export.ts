import type { Ctx } from '../../platform/context.ts'
import { giveUpChunks } from './content-queries.ts'
import { type ExportRow, removeRows, updateExport } from './queries.ts'

const AT_ONCE = 500

/** Gives up what an export has stored: the sweep takes the bytes that nothing else has. Safe to run twice and to be killed. */
export async function releaseExport(ctx: Ctx, { id, root_id: rootId }: ExportRow): Promise<void> {
  while ((await ctx.db.write((tx) => giveUpChunks(tx, { id, rootId }, ctx.now(), AT_ONCE))) > 0) {}
  while ((await ctx.db.write((tx) => removeRows(tx, id, AT_ONCE))) > 0) {}
  await ctx.db.write((tx) => updateExport(tx, id, { released_at: ctx.now() }))
}
