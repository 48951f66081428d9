import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import type { EntryRow } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'
import { addSizes, sumLiveFiles } from '../../records/roots.ts'
import { sizeInTree, touchContainers, type Way } from '../../records/touch-folders.ts'
import { recordChange } from '../basics/record-change.ts'
import { unmarkDeleted } from './queries.ts'

export interface Return {
  /** As it is now: deleted, or in a folder that is. */
  before: EntryRow
  /** The folders that it is in. */
  from: Way
  /** Those that it comes to, which are live, and a name there. */
  to: Way
  name: string
  seq: number
  /** Of the operation, where it made other changes before. */
  firstSeq: number
  at: Instant
}

/**
 * Makes a deleted item live, with all below it that has no mark of its own, and adjusts every counter. For callers who
 * have shown that it may be done, and hold the root's row.
 */
export async function putBack(
  tx: Tx,
  who: Principal,
  { before, from, to, name, seq, firstSeq, at }: Return,
): Promise<EntryRow> {
  const rootId = before.root_id
  const sums = await sumLiveFiles(tx, before)
  const size = sizeInTree(tx, before)
  const parent_id: ParentId = to.at(-1)?.id ?? 0
  const place = { name, name_key: nameKey(name), parent_id, seq, changed_at: at }
  const entry = await unmarkDeleted(tx, before, place)
  // By its own mark it was in no size; by that of a folder above, in those up to that one.
  const left =
    before.deleted_at === null ? { live: -1, deleted: 0, size: -size } : { live: 0, deleted: -1, size: 0 }
  await touchContainers(tx, rootId, [
    { way: from, seq, ...left },
    { way: to, seq, live: 1, deleted: 0, size },
  ])
  await addSizes(tx, rootId, {
    live_size: sums.size,
    live_files: sums.files,
    live_revisions: sums.revisions,
    live_revision_size: sums.revision_size,
    deleted_files: -sums.files,
    deleted_revisions: -sums.revisions,
    deleted_revision_size: -sums.revision_size,
  })
  await recordChange(tx, who, { op: 'restore', entry, before, at, ...(firstSeq !== seq && { firstSeq }) })
  return entry
}
