import { DAY_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { deleteFinished } from './queries.ts'

const KEPT_DAYS = 90
const AT_ONCE = 500

/** Forgets jobs that came to their end long ago. */
export async function forgetJobs(ctx: Ctx): Promise<void> {
  const before = ctx.now() - KEPT_DAYS * DAY_MS
  while ((await ctx.db.write((tx) => deleteFinished(tx, before, AT_ONCE))) === AT_ONCE);
}
