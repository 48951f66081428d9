import type { PersonPrincipal } from '../access/principal.ts'
import { authorizeShareDeletion, type SharePath } from '../access/shares.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { enqueue } from '../jobs/jobs.ts'
import { addCounts } from '../organizations/queries.ts'
import { holdRoot } from '../roots/queries.ts'
import { updateShareRow } from './queries.ts'

/** Gone for everyone at once. Who took part stays on the list, and so is told that it was deleted. */
export async function deleteShare(
  ctx: Ctx,
  who: PersonPrincipal,
  path: SharePath,
  { removeFiles }: { removeFiles: boolean },
): Promise<void> {
  await authorizeShareDeletion(ctx.db.read, who, path)
  await ctx.db.write(async (tx) => {
    await holdRoot(tx, path.rootId)
    const share = await authorizeShareDeletion(tx, who, path)
    const at = ctx.now()
    await updateShareRow(tx, share.id, { deleted_at: at })
    await addCounts(tx, share.organization_id, { roots: -1, shares: -1 })
    await enqueue(tx, 'purge_roots', {}, at)
    const on = { root: share, ...(removeFiles && { about: 'remove_files' }) }
    await recordActivity(tx, who, 'share_deleted', on, at)
  })
}
