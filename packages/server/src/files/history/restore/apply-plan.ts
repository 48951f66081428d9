import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { batches } from '../../../platform/db/batches.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { ChangeOp } from '../../../platform/db/tables/history.ts'
import type { Principal } from '../../../platform/principal.ts'
import { keepVersions, logStates, sumRevisions, sumUnchangedBelow } from '../../../records/entry-states.ts'
import { indexName, unindexName } from '../../../records/name-index.ts'
import { addSizes, type RootRow } from '../../../records/roots.ts'
import { countInFolders, writeTrees } from '../../../records/touch-folders.ts'
import { lastDeletion } from '../../basics/last-deletion.ts'
import { authorOf } from '../../basics/record-change.ts'
import type { Known } from '../plan/known.ts'
import { finalTree, type Plan, type Step } from '../plan/plan.ts'
import { Tree } from '../plan/tree.ts'
import { changesOfTrees } from './changes-of-trees.ts'
import { copyRevisions, freeNames, type NewState, raiseSeq, updateStates } from './queries.ts'

interface Applied {
  plan: Plan
  known: ReadonlyMap<EntryId, Known>
  root: RootRow
  /** The number of its first change, which is taken; the others follow. */
  first: number
  at: Instant
}

/** Writes a plan in few statements, however many items it has. */
export async function applyPlan(tx: Tx, who: Principal, applied: Applied): Promise<void> {
  const { plan, known, root, first, at } = applied
  const author = authorOf(who)
  const trees = { now: new Tree((id) => known.get(id)?.now), final: finalTree(plan, known) }
  const steps = inOrder([...plan.steps.values()], trees.final)
  const turned = await sumTurnedFiles(tx, root.id, steps, trees)
  const copies = steps.flatMap(({ item, to, copy }) =>
    copy === undefined ? [] : [{ entryId: item.id, from: copy, modified: to.modifiedAt }],
  )
  const copied = await copyRevisions(tx, root.id, copies, author, at)
  const states = steps.map((step, n): NewState => {
    const { item, to } = step
    return {
      id: item.id,
      seq: first + n,
      op: opOf(step),
      parent_id: to.parentId,
      name: to.name,
      name_key: to.nameKey,
      revision_id: copied.get(item.id) ?? to.revisionId,
      size: to.size,
      modified_at: to.modifiedAt,
      deleted: to.deleted,
      deletion_at: deletionOf(step, applied, trees),
    }
  })
  await keepVersions(tx, root.id, states)
  await freeNames(tx, root.id, leavingTakenNames(steps))
  await updateStates(tx, root.id, states, at)
  await findByNamesOfThen(tx, root, steps)
  await logStates(
    tx,
    root.id,
    states,
    { ...author, session_id: null },
    { first: states.length > 1 ? first : null, at },
  )
  await raiseSeq(tx, root.id, states.length - 1)
  await countInContainers(tx, root, steps)
  await writeTrees(tx, root.id, changesOfTrees(steps, trees, first))
  await addSizes(tx, root.id, await tallyOf(tx, { ...applied, trees, steps, turned }))
}

/** When it was deleted or restored last: by this, if it gets a mark or comes into a deleted folder or out of one. */
function deletionOf({ item, to }: Step, { known, at }: Applied, { now, final }: Trees): Instant | null {
  if ((to.deleted && !item.now.deleted) || now.fate(item.id) !== final.fate(item.id)) return at
  if (to.deleted || to.parentId === item.now.parentId) return item.deletion_at
  return lastDeletion(
    item,
    [...now.above(item.id)].flatMap((id) => known.get(id) ?? []),
  )
}

/** Items are found by the names they have, and deleted ones not at all. */
async function findByNamesOfThen(tx: Tx, root: RootRow, steps: readonly Step[]): Promise<void> {
  const otherwise = steps.filter(
    ({ item: { now }, to }) => now.name !== to.name || now.deleted !== to.deleted,
  )
  for (const batch of batches(otherwise)) {
    await unindexName(
      tx,
      root.id,
      batch.map(({ item }) => item.id),
    )
    const found = batch.filter(({ to }) => !to.deleted)
    await indexName(tx, ...found.map(({ item, to }) => ({ id: item.id, root_id: root.id, name: to.name })))
  }
}

/**
 * Those who follow the log change by change meet folders before what goes into them, and names are free before they are
 * taken again; folders go last, when nothing is in them any more that stays.
 */
function inOrder(steps: Step[], final: Tree): Step[] {
  const rank = ({ item, to }: Step): number =>
    item.kind === 'folder' ? (to.deleted ? 3 : 0) : to.deleted ? 1 : 2
  return steps
    .map((step) => ({ step, rank: rank(step), depth: final.depth(step.item.id) }))
    .sort(
      (one, other) =>
        one.rank - other.rank || one.depth - other.depth || one.step.item.id - other.step.item.id,
    )
    .map(({ step }) => step)
}

/** What a step is called in the log: by the one thing that it does, else a restoring. */
function opOf({ item: { now }, to, copy }: Step): ChangeOp {
  if (to.deleted && !now.deleted) return 'delete'
  const moved = now.parentId !== to.parentId
  const renamed = now.name !== to.name
  if (now.deleted !== to.deleted || (copy !== undefined && (moved || renamed))) return 'restore'
  if (copy !== undefined) return 'update'
  return moved ? 'move' : 'rename'
}

/** Items whose present name another one gets: theirs must be free before the index meets the other. */
function leavingTakenNames(steps: readonly Step[]): EntryId[] {
  const keyOf = ({ parentId, nameKey }: { parentId: ParentId; nameKey: string }) => `${parentId}/${nameKey}`
  const arriving = new Map(
    steps.filter(({ to }) => !to.deleted).map(({ item, to }) => [keyOf(to), item.id] as const),
  )
  return steps
    .filter(({ item }) => !item.now.deleted && (arriving.get(keyOf(item.now)) ?? item.id) !== item.id)
    .map(({ item }) => item.id)
}

async function countInContainers(tx: Tx, root: RootRow, steps: readonly Step[]): Promise<void> {
  const changes = new Map<ParentId, { live: number; deleted: number; seen: 0 | 1 }>()
  const count = (parentId: ParentId, by: 1 | -1, deleted: boolean, seen: boolean) => {
    const change = changes.get(parentId) ?? { live: 0, deleted: 0, seen: 0 }
    change[deleted ? 'deleted' : 'live'] += by
    if (seen) change.seen = 1
    changes.set(parentId, change)
  }
  for (const { item, to } of steps) {
    const seen = !item.now.deleted || !to.deleted
    count(item.now.parentId, -1, item.now.deleted, seen)
    count(to.parentId, 1, to.deleted, seen)
  }
  await countInFolders(
    tx,
    root.id,
    [...changes].map(([id, change]) => ({ id, ...change })),
  )
}

interface Trees {
  now: Tree
  final: Tree
}

interface Turned {
  revisions: number
  revision_size: number
}

/** The revisions that files have which become live, and those which stop being so: before any is added. */
async function sumTurnedFiles(tx: Tx, rootId: RootId, steps: readonly Step[], { now, final }: Trees) {
  const files = steps.filter(({ item }) => item.kind === 'file').map(({ item }) => item.id)
  const sum = (from: Tree, to: Tree): Promise<Turned> =>
    sumRevisions(
      tx,
      rootId,
      files.filter((id) => from.fate(id) === 'live' && to.fate(id) !== 'live'),
    )
  return { revived: await sum(final, now), gone: await sum(now, final) }
}

/** What the whole changes in the counters of the root: by the steps themselves, and by what goes with folders. */
async function tallyOf(
  tx: Tx,
  {
    root,
    first,
    steps,
    trees: { now, final },
    turned: { revived, gone },
  }: Applied & { trees: Trees; steps: readonly Step[]; turned: { revived: Turned; gone: Turned } },
) {
  const isLive = (tree: Tree, { item }: Step) => tree.fate(item.id) === 'live'
  const turns = (from: Tree, to: Tree) => steps.filter((step) => !isLive(from, step) && isLive(to, step))
  const folders = (turning: readonly Step[]) =>
    turning.filter(({ item }) => item.kind === 'folder').map(({ item }) => item.id)
  const [up, down] = [turns(now, final), turns(final, now)]
  const raised = await sumUnchangedBelow(tx, root.id, folders(up), first)
  const lowered = await sumUnchangedBelow(tx, root.id, folders(down), first)
  const files = steps.filter(({ item }) => item.kind === 'file')
  const size = files.reduce(
    (sum, step) =>
      sum + (isLive(final, step) ? step.to.size : 0) - (isLive(now, step) ? step.item.now.size : 0),
    0,
  )
  const filesUp = up.length - folders(up).length - (down.length - folders(down).length)
  const turnedFiles = filesUp + raised.files - lowered.files
  const turnedRevisions = revived.revisions + raised.revisions - gone.revisions - lowered.revisions
  const turnedBytes =
    revived.revision_size + raised.revision_size - gone.revision_size - lowered.revision_size
  const copies = files.filter(({ copy }) => copy !== undefined)
  const liveCopies = copies.filter((step) => isLive(final, step)).length
  return {
    live_size: size + raised.size - lowered.size,
    live_files: turnedFiles,
    live_revisions: turnedRevisions + liveCopies,
    live_revision_size: turnedBytes,
    deleted_files: -turnedFiles,
    deleted_revisions: -turnedRevisions + copies.length - liveCopies,
    deleted_revision_size: -turnedBytes,
  }
}
