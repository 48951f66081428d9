import type { SkippedBecause } from '@holdfast/api/files/history'
import { nameKey } from '../../src/records/names.ts'
import { withNumber } from './content.ts'
import { type ModelNode, type ModelRevision, sameContent, TreeModel } from './tree-model.ts'

/** What a node is to become. */
export interface Target {
  node: ModelNode
  parent: number
  name: string
  deleted: boolean
  /** A content that it gets again. */
  again: ModelRevision | undefined
}

export interface SetBack {
  targets: Map<number, Target>
  skipped: Map<number, SkippedBecause>
  numbered: number
}

export interface SetBackWish {
  /** A folder with all that was or is in it, or a file; 0 for the root. */
  scope: number
  /** Only what nobody else has changed since. */
  by?: number | undefined
  /** Not all since a point is set back, but only something. */
  only?: {
    /** What is, why not wholly, and whether others had no part in it. */
    touched: ReadonlyMap<number, { left: SkippedBecause | undefined; alone: boolean }>
    /** Since when things are newer, which are not lost with folders. */
    since: number
  }
}

type Placed = Pick<ModelNode, 'parent' | 'deleted'>
type Places = (id: number) => Placed | undefined

/** The folders above, as far as they are known, innermost first. */
function above(places: Places, id: number): number[] {
  const found: number[] = []
  for (let at = places(id)?.parent ?? 0; at !== 0 && at !== id && !found.includes(at); ) {
    found.push(at)
    at = places(at)?.parent ?? 0
  }
  return found
}

/** Live, deleted, in a folder that is not there any more, or in a circle. */
function fate(places: Places, id: number): 'live' | 'deleted' | 'gone' | 'loop' {
  const way = [id, ...above(places, id)]
  const placed = way.map(places)
  if (placed.includes(undefined)) return 'gone'
  if (placed.at(-1)?.parent !== 0) return 'loop'
  return placed.some((one) => one?.deleted) ? 'deleted' : 'live'
}

/** What must become of each node so that a root is what it was, as far as that can be. */
export function setBack(tree: TreeModel, then: TreeModel, { scope, by, only }: SetBackWish): SetBack {
  const was = (id: number) => (tree.nodes.has(id) ? then.nodes.get(id) : undefined)
  const is: Places = (id) => tree.nodes.get(id)
  const inScope = (id: number) =>
    scope === 0 || id === scope || above(is, id).includes(scope) || above(was, id).includes(scope)
  const targets = new Map<number, Target>()
  const skipped = new Map<number, SkippedBecause>()
  const staying = new Set<number>()
  const partly = new Map<number, SkippedBecause>()
  const changes = changesSince(tree, then.seq)
  for (const node of [...tree.nodes.values()].sort((a, b) => a.id - b.id)) {
    const target = targetOf(tree, node, was(node.id))
    const loses = losesContent(tree, node, was(node.id)) ? 'content_gone' : undefined
    const lacking = only?.touched.get(node.id)?.left ?? loses
    if (!target && !lacking) continue
    if (only && !only.touched.has(node.id)) continue
    const authors = only ? [0] : (changes.get(node.id) ?? [])
    const theirs = by === undefined ? authors : authors.filter((author) => author === by)
    const wanted = theirs.length > 0 && inScope(node.id)
    const alone = theirs.length === authors.length
    if (target && wanted && alone) targets.set(node.id, target)
    else if (target) staying.add(node.id)
    if (wanted && !alone) skipped.set(node.id, 'changed_by_others')
    else if (wanted && lacking) partly.set(node.id, lacking)
  }
  if (only)
    for (const id of newerInVanishing(tree, then, only.since))
      if (!only.touched.get(id)?.alone) staying.add(id)
  const becomes: Places = (id) => targets.get(id) ?? is(id)
  const mustBeSeen = (id: number) =>
    fate(was, id) === 'live' ||
    (only !== undefined &&
      (is(id)?.deleted || fate(is, id) === 'live') &&
      !above(becomes, id).some((folder) => targets.get(folder)?.deleted))
  for (let left = targets.size + 1; left > targets.size; ) {
    left = targets.size
    for (const [id, reason] of findImpossible(targets, staying, { is, becomes, mustBeSeen })) {
      targets.delete(id)
      skipped.set(id, reason)
      staying.add(id)
    }
  }
  // What is new and is in a new folder goes with that.
  const covered = [...targets.values()].filter(
    ({ node: { id, parent } }) => !was(id) && parent !== 0 && !was(parent) && becomes(parent)?.deleted,
  )
  for (const { node } of covered) targets.delete(node.id)
  for (const [id, reason] of partly) if (!skipped.has(id)) skipped.set(id, reason)
  return { targets, skipped, numbered: giveNames(tree, targets) }
}

/** Items that changed since, in folders that were there now and not then. */
function newerInVanishing(tree: TreeModel, then: TreeModel, since: number): number[] {
  const vanishing = (id: number) => !tree.node(id).deleted && (then.nodes.get(id)?.deleted ?? true)
  const changed = new Set(tree.log.filter(({ seq }) => seq >= since).map(({ id }) => id))
  return [...tree.nodes.values()]
    .filter((node) => changed.has(node.id) && tree.above(node).some(({ id }) => vanishing(id)))
    .map(({ id }) => id)
}

/** What has no place to go back to, or would take one away from something that stays. */
function findImpossible(
  targets: ReadonlyMap<number, Target>,
  staying: ReadonlySet<number>,
  {
    is,
    becomes,
    mustBeSeen,
  }: Record<'is' | 'becomes', Places> & { mustBeSeen: (id: number) => boolean | undefined },
): Map<number, SkippedBecause> {
  const found = new Map<number, SkippedBecause>()
  for (const [id, { deleted }] of targets) {
    const end = fate(becomes, id)
    if (end === 'gone') found.set(id, 'folder_gone')
    if (end === 'loop') found.set(id, 'in_use')
    if (end === 'deleted' && !deleted && mustBeSeen(id)) found.set(id, 'folder_deleted')
  }
  for (const id of staying)
    if (fate(is, id) === 'live')
      for (const folder of above(becomes, id)) if (targets.get(folder)?.deleted) found.set(folder, 'in_use')
  return found
}

function changesSince(tree: TreeModel, seq: number): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const change of tree.log)
    if (change.seq > seq) found.set(change.id, [...(found.get(change.id) ?? []), change.by])
  return found
}

const hasContent = (tree: TreeModel, node: ModelNode, was: ModelNode): boolean =>
  node.kind === 'folder' || (sameContent(tree.head(node), tree.head(was)) && node.modified === was.modified)

/** The revision of that time was removed, and the content that it has now may be another. */
function losesContent(tree: TreeModel, node: ModelNode, was: ModelNode | undefined): boolean {
  if (!was || node.kind === 'folder') return false
  const { id } = tree.head(was)
  return !node.revisions.some((revision) => revision.id === id)
}

/** Undefined where nothing is to be done. */
function targetOf(tree: TreeModel, node: ModelNode, was: ModelNode | undefined): Target | undefined {
  const { parent, name, deleted } = node
  if (!was) return deleted ? undefined : { node, parent, name, deleted: true, again: undefined }
  const again = hasContent(tree, node, was) || losesContent(tree, node, was) ? undefined : tree.head(was)
  const target: Target = { node, parent: was.parent, name: was.name, deleted: was.deleted, again }
  return again || moves(target) ? target : undefined
}

/** Whether more than its content changes. */
export const moves = ({ node, parent, name, deleted }: Target): boolean =>
  node.parent !== parent || node.name !== name || node.deleted !== deleted

/** Numbers those whose names are taken by what stays, or by one that came before. Gives how many. */
function giveNames(tree: TreeModel, targets: Map<number, Target>): number {
  const stays = ({ node, parent, name }: Target) =>
    !node.deleted && node.parent === parent && nameKey(node.name) === nameKey(name)
  const coming = [...targets.values()]
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => Number(stays(b)) - Number(stays(a)))
  const taken = (parent: number, name: string) => {
    const there = tree.named(parent, name)
    return there !== undefined && !targets.has(there.id)
  }
  let count = 0
  for (const [index, target] of coming.entries()) {
    const { parent, name } = target
    const came = coming
      .slice(0, index)
      .some((one) => one.parent === parent && nameKey(one.name) === nameKey(name))
    if (!came && !taken(parent, name)) continue
    const promised = (candidate: string) =>
      coming.some((one) => one.parent === parent && nameKey(one.name) === nameKey(candidate))
    let n = 2
    while (taken(parent, withNumber(name, n)) || promised(withNumber(name, n))) n++
    target.name = withNumber(name, n)
    if (target.again || moves(target)) count++
    else targets.delete(target.node.id)
  }
  return count
}

/** Whether someone else's lock is on anything that would change, or on what it is in or comes to. */
export function lockedAgainst(tree: TreeModel, { targets }: SetBack, who: number, at: number): boolean {
  if (targets.size > 0 && tree.lockedFor(who, undefined, at)) return true
  const is: Places = (id) => tree.nodes.get(id)
  const becomes: Places = (id) => targets.get(id) ?? is(id)
  const locked = [...tree.nodes.values()].filter(
    (node) => !tree.isDeleted(node) && TreeModel.held(node.lock, at) && node.lock.holder !== who,
  )
  const moving = (id: number) => {
    const target = targets.get(id)
    return target !== undefined && moves(target)
  }
  return locked.some(
    ({ id }) =>
      above(is, id).some(moving) ||
      [...targets.keys()].some((one) => [one, ...above(is, one), ...above(becomes, one)].includes(id)),
  )
}

/** Makes the nodes what they are to be. `idOf` names the revisions that the service has made. */
export function applySetBack(
  tree: TreeModel,
  { targets }: SetBack,
  at: number,
  idOf: ReadonlyMap<number, number>,
): void {
  for (const [id, { node, parent, name, deleted, again }] of targets) {
    if (deleted) node.lock = undefined
    Object.assign(node, { parent, name, deleted })
    tree.touch(node, at)
    if (!again) continue
    node.revisions.push({ ...again, id: idOf.get(id) ?? 0, created: at, full: 0, delta: 0 })
    node.modified = again.modified
  }
}
