import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Actor } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type EntryRow, insertChanges, listAncestors } from '../../records/entries.ts'
import { type RootRow, takeSeqs } from '../../records/roots.ts'
import { sizeInTree, type Touch, touchContainer } from '../../records/touch-folders.ts'
import { loggedAuthorOf } from '../basics/record-change.ts'
import { BYTES_AT_ONCE, dropCounted, fitting, REVISIONS_AT_ONCE } from './drop-revisions.ts'
import { deleteEntries, listAllRevisions, listEarlier, weighHistories } from './queries.ts'

export interface PurgeRecord {
  who: Actor
  at: Instant
  /** The first change of an operation that has begun already, and is on record. */
  firstSeq?: number | undefined
  /** What the record of one that begins says, by how many items go now. */
  about: (items: number) => { path: string } | { about: string }
}

export interface Purged {
  items: EntryRow[]
  /** The first change of the operation; undefined while there is none. */
  firstSeq: number | undefined
}

/**
 * Removes for ever as many of some items as one transaction can, with their revisions and earlier states. All must be
 * deleted, themselves or by lying in a deleted folder, and folders must be empty. Of a file with a history too long for
 * one transaction only a part of that goes. The caller holds the row of the root.
 */
export async function purgeItems(
  tx: Tx,
  root: RootRow,
  candidates: readonly EntryRow[],
  record: PurgeRecord,
): Promise<Purged> {
  const items = await chooseLight(tx, root.id, candidates)
  if (items.length === 0) {
    const [file] = candidates
    if (file) await shortenHistory(tx, root, file, record)
    return { items, firstSeq: record.firstSeq }
  }
  const seq = await takeSeqs(tx, root.id, items.length)
  const firstSeq = record.firstSeq ?? seq
  const ids = items.map(({ id }) => id)
  for (const [parent_id, by] of countByParent(tx, items)) {
    // A folder that is emptied is part of no size by its own mark, but may come back before all of it is gone.
    const way = await listAncestors(tx, { root_id: root.id, parent_id })
    await touchContainer(tx, root.id, { way, ...by, seen: 0, seq: undefined })
  }
  await recordPurges(tx, items, seq, { ...record, firstSeq })
  const revisions = await listAllRevisions(tx, root.id, ids)
  const files = items.filter(({ kind }) => kind === 'file').length
  await dropCounted(tx, root, revisions, () => true, record.at, files)
  await deleteEntries(tx, root.id, ids)
  if (record.firstSeq === undefined)
    await recordActivity(tx, record.who, 'item_purged', { root, ...record.about(items.length) }, record.at)
  return { items, firstSeq }
}

/** The items, from the first on, whose histories together are not too long for one transaction. */
async function chooseLight(tx: Tx, rootId: RootId, items: readonly EntryRow[]): Promise<EntryRow[]> {
  const files = items.filter(({ kind }) => kind === 'file').map(({ id }) => id)
  const weights = files.length > 0 ? await weighHistories(tx, rootId, files) : []
  const weightOf = new Map(weights.map((weight) => [weight.entry_id, weight]))
  let [revisions, bytes] = [0, 0]
  const light = items.findIndex(({ id }) => {
    const weight = weightOf.get(id)
    revisions += Number(weight?.revisions ?? 0)
    bytes += weight?.bytes ?? 0
    // One large revision cannot be divided.
    const single = revisions === 1
    return revisions > REVISIONS_AT_ONCE || (bytes > BYTES_AT_ONCE && !single)
  })
  return light < 0 ? [...items] : items.slice(0, light)
}

async function shortenHistory(
  tx: Tx,
  root: RootRow,
  file: EntryRow,
  { who, at }: PurgeRecord,
): Promise<void> {
  const earlier = fitting(await listEarlier(tx, file, { limit: REVISIONS_AT_ONCE }))
  await dropCounted(tx, root, earlier, () => true, at)
  const about = `${earlier.length} revisions of ${file.name}`
  await recordActivity(tx, who, 'revisions_trimmed', { root, about }, at)
}

type Counts = Pick<Touch, 'live' | 'deleted' | 'size'>

function countByParent(tx: Tx, items: readonly EntryRow[]): Map<ParentId, Counts> {
  const counts = new Map<ParentId, Counts>()
  for (const item of items) {
    const by = counts.get(item.parent_id) ?? { live: 0, deleted: 0, size: 0 }
    by[item.deleted_at === null ? 'live' : 'deleted']--
    if (item.deleted_at === null) by.size -= sizeInTree(tx, item)
    counts.set(item.parent_id, by)
  }
  return counts
}

/** Each item that goes has its line in the log: a client must not believe that it is in the folder, if that comes back. */
const recordPurges = (
  tx: Tx,
  items: readonly EntryRow[],
  seq: number,
  { who, at, firstSeq }: PurgeRecord,
): Promise<void> =>
  insertChanges(
    tx,
    items.map((entry, n) => ({
      root_id: entry.root_id,
      seq: seq + n,
      op: 'purge',
      entry_id: entry.id,
      kind: entry.kind,
      parent_id: entry.parent_id,
      name: entry.name,
      ver: entry.ver + 1,
      revision_id: entry.revision_id,
      size: entry.size,
      deleted_at: entry.deleted_at ?? at,
      ...loggedAuthorOf(who),
      client_op: null,
      first_seq: firstSeq ?? null,
      at,
    })),
  )
