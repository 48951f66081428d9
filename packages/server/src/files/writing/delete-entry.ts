import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry, type EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Actor, Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { markDeleted } from '../../records/entries.ts'
import { addSizes, returnSeq, sumLiveFiles, takeSeq } from '../../records/roots.ts'
import { sizeInTree, touchContainer } from '../../records/touch-folders.ts'
import { checkUnlocked, checkUnlockedBelow } from '../basics/check-unlocked.ts'
import { recordChange } from '../basics/record-change.ts'
import { pathOf } from '../basics/view.ts'

/**
 * Deletes a file, or a folder and with it all below: one row is marked, and what is below a deleted folder is
 * deleted by lying there. Deleting what is deleted already changes nothing.
 */
export async function deleteEntry(ctx: Ctx, who: Principal, path: EntryAddress): Promise<void> {
  await authorizeEntry(ctx.db.read, who, path, 'FILE_DELETE')
  await ctx.db.write((tx) => deleteInTransaction(tx, who, path, ctx.now()))
}

export async function deleteInTransaction(
  tx: Tx,
  who: Principal,
  path: EntryAddress,
  at: Instant,
): Promise<void> {
  const seq = await takeSeq(tx, path.rootId)
  const { entry: before, ancestors, root, deleted } = await authorizeEntry(tx, who, path, 'FILE_DELETE')
  if (deleted) return returnSeq(tx, root.id)
  checkUnlocked(who, { root, entry: before, ancestors }, at)
  await checkUnlockedBelow(tx, who, { root, entry: before }, at)
  await markEntryDeleted(tx, who, { root, entry: before, ancestors }, seq, at)
}

/** For callers who have shown that it may be deleted and is not yet; `seq` is the root's next number. */
export async function markEntryDeleted(
  tx: Tx,
  who: Actor,
  access: Pick<EntryAccess, 'root' | 'entry' | 'ancestors'>,
  seq: number,
  at: Instant,
  clientOp?: string,
): Promise<void> {
  await takeAway(tx, who, access, seq, at, { clientOp })
  const { root, entry, ancestors } = access
  const type = entry.kind === 'file' ? 'file_deleted' : 'folder_deleted'
  await recordActivity(tx, who, type, { root, path: `${pathOf(ancestors)}/${entry.name}` }, at)
}

interface PartOf {
  clientOp?: string | undefined
  /** The first change of the operation, where that made others before. */
  firstSeq?: number
  /** The file that has its content now: it is in no list of what was deleted. */
  replacedBy?: EntryId
}

/** As `markEntryDeleted`, for callers who put on record themselves what they do. */
export async function takeAway(
  tx: Tx,
  who: Actor,
  { root, entry: before, ancestors: way }: Pick<EntryAccess, 'root' | 'entry' | 'ancestors'>,
  seq: number,
  at: Instant,
  { clientOp, firstSeq, replacedBy }: PartOf = {},
): Promise<void> {
  const gone = await sumLiveFiles(tx, before)
  const entry = await markDeleted(tx, root.id, before.id, seq, at, replacedBy)
  await touchContainer(tx, root.id, { way, live: -1, deleted: 1, seq, size: -sizeInTree(tx, before) })
  await addSizes(tx, root.id, {
    live_size: -gone.size,
    live_files: -gone.files,
    live_revisions: -gone.revisions,
    live_revision_size: -gone.revision_size,
    deleted_files: gone.files,
    deleted_revisions: gone.revisions,
    deleted_revision_size: gone.revision_size,
  })
  const together = firstSeq !== undefined && { firstSeq }
  await recordChange(tx, who, { op: 'delete', entry, before, at, clientOp, ...together })
}
