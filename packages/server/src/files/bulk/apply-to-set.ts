import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntries, type EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Tx } from '../../platform/db/database.ts'
import { allowLong } from '../../platform/db/locking.ts'
import type { EntryKind } from '../../platform/db/tables/files.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { keepVersions, logStates, sumRevisions, sumUnchangedBelow } from '../../records/entry-states.ts'
import { indexName, unindexName } from '../../records/name-index.ts'
import { addSizes, type RootRow, takeSeqs } from '../../records/roots.ts'
import { sizeInTree, type Touch, touchContainers } from '../../records/touch-folders.ts'
import { containerPath, foldersOf } from '../basics/authorize-change.ts'
import { lastDeletion } from '../basics/last-deletion.ts'
import { loggedAuthorOf } from '../basics/record-change.ts'
import { pathOf } from '../basics/view.ts'
import type { Bulk } from './bulk.ts'
import { chooseDeletable, chooseMovable, chooseRestorable, type Movable } from './choose-simple.ts'
import { markManyDeleted, moveMany, unmarkMany } from './queries.ts'

/** After every change there is. */
const NOW = Number.MAX_SAFE_INTEGER

/**
 * Does in few statements what needs no look at each item by itself, and gives the others: those that something is in the way of,
 * that are there already, or that others of the list are in. The caller holds the row of the root.
 */
export async function applyToSet(
  tx: Tx,
  bulk: Bulk,
  items: readonly EntryAddress[],
  at: Instant,
): Promise<EntryAddress[]> {
  const { action, rootId, to } = bulk
  const isSimple = action === 'delete' || action === 'restore' || (action === 'move' && to.rootId === rootId)
  if (!isSimple || items.length < 2) return [...items]
  const found = await findAll(tx, bulk, items)
  const apart = withoutNested(found)
  const done =
    action === 'delete'
      ? await deleteSet(tx, bulk, await chooseDeletable(tx, bulk.who, apart, at), at)
      : action === 'restore'
        ? await restoreSet(tx, bulk, await chooseRestorable(tx, bulk.who, apart, at), at)
        : await moveSet(tx, bulk, await chooseMovable(tx, bulk, apart, at), at)
  return items.filter(({ entryId }) => !done.has(entryId))
}

async function findAll(
  tx: Tx,
  { who, action, rootId }: Bulk,
  items: readonly EntryAddress[],
): Promise<EntryAccess[]> {
  const permission = action === 'delete' ? 'FILE_DELETE' : 'FILE_WRITE'
  const found: EntryAccess[] = []
  for (const kind of ['file', 'folder'] satisfies EntryKind[]) {
    const entryIds = items.filter((item) => item.kind === kind).map(({ entryId }) => entryId)
    if (entryIds.length === 0) continue
    const some = await authorizeEntries(tx, who, { rootId, kind, entryIds }, permission)
    for (const access of some.values()) found.push(access)
  }
  return found
}

/** What becomes of an item that is in another of the list depends on which of them is first. */
function withoutNested(found: readonly EntryAccess[]): EntryAccess[] {
  const folders = new Set(found.flatMap(({ entry }) => (entry.kind === 'folder' ? [entry.id] : [])))
  const around = new Set<EntryId>()
  const inner = found.filter(({ ancestors }) => {
    const inList = ancestors.filter(({ id }) => folders.has(id))
    for (const { id } of inList) around.add(id)
    return inList.length > 0
  })
  const alone = new Set(inner.map(({ entry }) => entry.id))
  return found.filter(({ entry }) => !alone.has(entry.id) && !around.has(entry.id))
}

const numberedFrom = (first: number, chosen: readonly EntryAccess[]) =>
  chosen.map(({ entry: { id } }, n) => ({ id, seq: first + n }))
const idsOf = (chosen: readonly EntryAccess[]) => chosen.map(({ entry }) => entry.id)

async function deleteSet(
  tx: Tx,
  { who }: Bulk,
  chosen: readonly EntryAccess[],
  at: Instant,
): Promise<ReadonlySet<EntryId>> {
  const [one] = chosen
  if (!one) return new Set()
  const { root } = one
  const sums = await sumSet(tx, root, chosen)
  const first = await takeSeqs(tx, root.id, chosen.length)
  const items = numberedFrom(first, chosen)
  const touches = byParent(tx, chosen, first, { live: -1, deleted: 1 })
  await keepVersions(tx, root.id, items)
  await unindexName(tx, root.id, idsOf(chosen))
  await markManyDeleted(tx, root.id, items, at)
  await log(tx, { who, root, op: 'delete', at }, chosen)
  await touchContainers(tx, root.id, touches)
  await addSizes(tx, root.id, turned(sums, -1))
  for (const { entry, ancestors } of chosen) {
    const type = entry.kind === 'file' ? 'file_deleted' : 'folder_deleted'
    await recordActivity(tx, who, type, { root, path: `${pathOf(ancestors)}/${entry.name}` }, at)
  }
  return new Set(idsOf(chosen))
}

async function restoreSet(
  tx: Tx,
  { who }: Bulk,
  chosen: readonly EntryAccess[],
  at: Instant,
): Promise<ReadonlySet<EntryId>> {
  const [one] = chosen
  if (!one) return new Set()
  const { root } = one
  const sums = await sumSet(tx, root, chosen)
  const first = await takeSeqs(tx, root.id, chosen.length)
  const items = numberedFrom(first, chosen)
  const touches = byParent(tx, chosen, first, { live: 1, deleted: -1 })
  await keepVersions(tx, root.id, items)
  await unmarkMany(tx, root.id, items, at)
  await indexName(tx, ...chosen.map(({ entry: { id, name } }) => ({ id, name, root_id: root.id })))
  await log(tx, { who, root, op: 'restore', at }, chosen)
  await touchContainers(tx, root.id, touches)
  await addSizes(tx, root.id, turned(sums, 1))
  for (const { entry, ancestors } of chosen)
    await recordActivity(tx, who, 'item_restored', { root, path: `${pathOf(ancestors)}/${entry.name}` }, at)
  return new Set(idsOf(chosen))
}

async function moveSet(
  tx: Tx,
  { who }: Bulk,
  { container, chosen }: Movable,
  at: Instant,
): Promise<ReadonlySet<EntryId>> {
  if (chosen.length === 0 || !container) return new Set()
  const { root, parentId: folderId } = container
  const first = await takeSeqs(tx, root.id, chosen.length)
  const items = chosen.map(({ entry, ancestors }, n) => ({
    id: entry.id,
    seq: first + n,
    deletion_at: lastDeletion(entry, ancestors),
  }))
  await keepVersions(tx, root.id, items)
  await moveMany(tx, { rootId: root.id, folderId }, items, at)
  await log(tx, { who, root, op: 'move', at }, chosen)
  const size = chosen.reduce((sum, { entry }) => sum + sizeInTree(tx, entry), 0)
  const arrived = { way: foldersOf(container), live: chosen.length, deleted: 0, seq: items.at(-1)?.seq, size }
  await touchContainers(tx, root.id, [...byParent(tx, chosen, first, { live: -1, deleted: 0 }), arrived])
  const there = containerPath(container)
  for (const { entry, ancestors } of chosen) {
    const [about, path] = [`${pathOf(ancestors)}/${entry.name}`, `${there}/${entry.name}`]
    await recordActivity(tx, who, `${entry.kind}_moved` as const, { root, path, about }, at)
  }
  return new Set(idsOf(chosen))
}

const log = (
  tx: Tx,
  {
    who,
    root,
    op,
    at,
  }: Pick<Bulk, 'who'> & { root: RootRow; op: 'delete' | 'restore' | 'move'; at: Instant },
  chosen: readonly EntryAccess[],
): Promise<void> =>
  logStates(
    tx,
    root.id,
    chosen.map(({ entry: { id } }) => ({ id, op })),
    loggedAuthorOf(who),
    { first: null, at },
  )

/** What is told to the folders that items are in, which have numbers from `first` on. */
function byParent(
  tx: Tx,
  chosen: readonly EntryAccess[],
  first: number,
  { live, deleted }: { live: 1 | -1; deleted: 1 | 0 | -1 },
): Touch[] {
  const numbered = chosen.map(({ entry, ancestors }, n) => ({ entry, ancestors, seq: first + n }))
  return [...Map.groupBy(numbered, ({ entry }) => entry.parent_id).values()].map((some) => ({
    way: some[0]?.ancestors ?? [],
    live: live * some.length,
    deleted: deleted * some.length,
    seq: some.at(-1)?.seq,
    size: live * some.reduce((sum, { entry }) => sum + sizeInTree(tx, entry), 0),
  }))
}

/** What items are in the counters of their root, with the live ones below. */
async function sumSet(tx: Tx, root: RootRow, chosen: readonly EntryAccess[]) {
  const files = chosen.filter(({ entry }) => entry.kind === 'file')
  const folders = chosen.filter(({ entry }) => entry.kind === 'folder')
  if (folders.length > 0) await allowLong(tx)
  const own = await sumRevisions(tx, root.id, idsOf(files))
  const below = await sumUnchangedBelow(tx, root.id, idsOf(folders), NOW)
  return {
    size: below.size + files.reduce((sum, { entry }) => sum + entry.size, 0),
    files: below.files + files.length,
    revisions: below.revisions + own.revisions,
    revision_size: below.revision_size + own.revision_size,
  }
}

const turned = (sums: Awaited<ReturnType<typeof sumSet>>, times: 1 | -1) => ({
  live_size: times * sums.size,
  live_files: times * sums.files,
  live_revisions: times * sums.revisions,
  live_revision_size: times * sums.revision_size,
  deleted_files: -times * sums.files,
  deleted_revisions: -times * sums.revisions,
  deleted_revision_size: -times * sums.revision_size,
})
