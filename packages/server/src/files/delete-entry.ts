import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeEntry } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import type { EntryKind } from '../db/schema.ts'
import { addSizes, sumLiveFiles } from '../usage/queries.ts'
import { markDeleted, returnSeq, takeSeq, touchContainer } from './queries.ts'
import { recordChange } from './record-change.ts'
import { pathOf } from './view.ts'

/**
 * Deletes a file, or a folder and with it all below: one row is marked, and what lies below a deleted folder is
 * deleted by lying there. Deleting what is deleted already changes nothing.
 */
export async function deleteEntry(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; entryId: EntryId; kind: EntryKind },
): Promise<void> {
  await authorizeEntry(ctx.db.read, who, path, 'FILE_DELETE')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const seq = await takeSeq(tx, path.rootId)
    const { entry: before, ancestors, root, deleted } = await authorizeEntry(tx, who, path, 'FILE_DELETE')
    if (deleted) return returnSeq(tx, root.id)
    const gone = await sumLiveFiles(tx, before.id)
    const entry = await markDeleted(tx, before.id, seq, at)
    await touchContainer(tx, root.id, before.parent_id, { live: -1, deleted: 1 })
    await addSizes(tx, root.id, {
      live_size: -gone.size,
      live_files: -gone.files,
      live_revisions: -gone.revisions,
      live_revision_size: -gone.revision_size,
      deleted_files: gone.files,
      deleted_revisions: gone.revisions,
      deleted_revision_size: gone.revision_size,
    })
    await recordChange(tx, who, { op: 'delete', entry, before, at })
    const type = before.kind === 'file' ? 'file_deleted' : 'folder_deleted'
    await recordActivity(tx, who, type, { root, path: `${pathOf(ancestors)}/${before.name}` }, at)
  })
}
