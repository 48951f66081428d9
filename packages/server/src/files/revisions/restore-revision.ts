import type { File } from '@holdfast/api/files/files'
import type { RevisionId } from '@holdfast/api/ids'
import { authorizeEntry } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateContent } from '../../records/entries.ts'
import { copyChunks, getRevisionOf, insertRevision } from '../../records/revisions.ts'
import { addSizes, returnSeq, takeSeq } from '../../records/roots.ts'
import { touchContainer } from '../../records/touch-folders.ts'
import { authorizeChange } from '../basics/authorize-change.ts'
import { authorOf, recordChange } from '../basics/record-change.ts'
import { fileView, locksAbove, pathOf, plain } from '../basics/view.ts'

/** Makes an earlier content the newest again, as a revision of its own: nothing between is lost. */
export async function restoreRevision(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  id: RevisionId,
): Promise<File> {
  await authorizeEntry(ctx.db.read, who, path, 'FILE_WRITE')
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const seq = await takeSeq(tx, path.rootId)
    const { root, entry: before, ancestors } = await authorizeChange(tx, who, path, 'FILE_WRITE', at)
    const revision = await getRevisionOf(tx, before, id)
    const shown = plain(at, locksAbove(root, ancestors, at))
    if (before.revision_id === revision.id) {
      await returnSeq(tx, root.id)
      return fileView(before, pathOf(ancestors), false, shown)
    }
    const revision_id = await insertRevision(tx, {
      root_id: root.id,
      entry_id: before.id,
      content: revision.content,
      size: revision.size,
      // All of its bytes are stored already.
      full_size: 0,
      delta_size: 0,
      created_at: at,
      modified_at: revision.modified_at,
      ...authorOf(who),
    })
    await copyChunks(tx, revision.id, { rootId: root.id, id: revision_id })
    const { size, modified_at } = revision
    const entry = await updateContent(tx, root.id, before.id, {
      revision_id,
      size,
      modified_at,
      changed_at: at,
      seq,
    })
    const grown = entry.size - before.size
    await addSizes(tx, root.id, { live_size: grown, live_revisions: 1 })
    await touchContainer(tx, root.id, { way: ancestors, live: 0, deleted: 0, seq, size: grown })
    await recordChange(tx, who, { op: 'update', entry, before, at })
    const view = fileView(entry, pathOf(ancestors), false, shown)
    await recordActivity(tx, who, 'revision_restored', { root, path: view.path }, at)
    return view
  })
}
