import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { directorySettings, listDueAuthSources, updateAuthSourceRow } from '../../records/auth-sources.ts'
import { nextImport } from './schedule.ts'

/** Queues an import from each directory that is due: one that is slow, large or broken keeps no other from its turn. */
export async function queueImports(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  for (const source of await listDueAuthSources(ctx.db.read, at))
    await ctx.db.write(async (tx) => {
      // Else it would be queued again while it waits.
      await updateAuthSourceRow(tx, source.id, { next_import_at: nextImport(directorySettings(source), at) })
      await enqueue(tx, 'import_directory', { authSourceId: source.id }, at, source.organization_id)
    })
}
