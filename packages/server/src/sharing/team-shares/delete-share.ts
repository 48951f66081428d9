import { removalWish, removingCopies } from '../../access/machine-roots.ts'
import { authorizeShareDeletion, type SharePath } from '../../access/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { addCounts, holdOrganization } from '../../records/organizations.ts'
import { holdRoot } from '../../records/roots.ts'
import { updateShareRow } from '../../records/shares.ts'

/** Gone for everyone at once. Members stay on the list, and so learn that it was deleted. */
export async function deleteShare(
  ctx: Ctx,
  who: PersonPrincipal,
  path: SharePath,
  { removeFiles }: { removeFiles: boolean },
): Promise<void> {
  await authorizeShareDeletion(ctx.db.read, who, path)
  const wish = await removalWish(ctx, who, removeFiles)
  await ctx.db.write(async (tx) => {
    await holdRoot(tx, path.rootId)
    // Before what is noted of machines, as wherever both are held.
    if (wish) await holdOrganization(tx, path.organizationId)
    const share = await authorizeShareDeletion(tx, who, path)
    const at = ctx.now()
    await removingCopies(tx, [share.id], wish, at, () => updateShareRow(tx, share.id, { deleted_at: at }))
    await addCounts(tx, share.organization_id, { roots: -1, shares: -1 })
    await enqueue(tx, 'purge_roots', {}, at)
    const on = { root: share, ...(removeFiles && { about: 'remove_files' }) }
    await recordActivity(tx, who, 'share_deleted', on, at)
  })
}
