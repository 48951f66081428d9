import type { Ctx } from '../../platform/context.ts'
import { readDatabaseSize } from '../../platform/db/program.ts'
import { updateInstallationState } from '../../platform/installation/state-queries.ts'

/** Counts what takes too long for a request: the size of a database of PostgreSQL is that of all its files. */
export async function countSystem(ctx: Ctx): Promise<void> {
  const size = await readDatabaseSize(ctx.db.read)
  const counted = { database_size: size, database_counted_at: ctx.now() }
  await ctx.db.write((tx) => updateInstallationState(tx, counted))
}
