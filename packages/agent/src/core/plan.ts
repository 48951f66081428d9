import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { addAffected, everything, inOrder, type Subject } from './affected.ts'
import { breakCycle } from './cycles.ts'
import { Draft, followRow, makeRoom } from './draft.ts'
import { findLeft } from './follow-saves.ts'
import { isIgnored } from './ignore.ts'
import type { Link } from './links.ts'
import { isListed, isListedRow } from './listed.ts'
import type { LocalId } from './local-id.ts'
import { type LocalEntry, TOP_LOCAL } from './local-tree.ts'
import { LOOKS_BEFORE_DELETE } from './looks.ts'
import { isLeftover } from './must-stay.ts'
import type { Plan } from './ops.ts'
import { hasPlaceRemotely, whyRefused } from './remote-place.ts'
import { type RemoteRow, TOP_ROW, timeOf } from './remote-tree.ts'
import { settleLinks } from './settle-links.ts'
import { type Standing, standingOf } from './standing.ts'
import type { Trees } from './trees.ts'

/**
 * What is to be done to make both sides equal; each operation is right by itself, in any order. It is the same whether all
 * is looked at or only what was `unsettled` in the last plan and what has changed since, which the trees know.
 */
export function plan(trees: Trees, unsettled: Iterable<Subject> | 'everything'): Plan {
  const changed = trees.dirty.take()
  if (unsettled === 'everything') trees.leftOut.clear()
  for (const id of changed.locals) trees.leftOut.unsent.delete(id)
  const subjects = unsettled === 'everything' ? everything(trees) : new Set(unsettled)
  if (unsettled !== 'everything') addAffected(trees, changed, subjects)
  const undecided = settleLinks(trees, subjects)
  const draft = new Draft(trees, undecided)
  for (const subject of inOrder(subjects)) {
    draft.subject = subject
    planSubject(trees, draft, subject)
  }
  draft.leaveRetaken()
  const way = breakCycle(trees, draft)
  if (way) draft.ops.push(way)
  return draft
}

function planSubject(trees: Trees, draft: Draft, subject: Subject): void {
  if (typeof subject === 'string') {
    trees.leftOut.unsent.delete(subject)
    const local = trees.links.ofLocal(subject) ? undefined : trees.local.get(subject)
    if (local && !trees.readOnly) planNewLocal(trees, draft, local)
    else if (local && !isLeftover(trees, local)) draft.stick(local, 'read_only')
    return
  }
  noteIgnored(trees, subject)
  const link = trees.links.ofRow(subject)
  const row = trees.remote.visible(subject)
  if (link) planLink(trees, draft, link)
  else if (row) planNewRow(trees, draft, row)
}

/** Notes whether a row has a name that is not kept, in a folder that is. */
function noteIgnored({ remote, leftOut }: Trees, id: EntryId): void {
  leftOut.listed.delete(id)
  const row = remote.get(id)
  const isLeftOut =
    row !== undefined &&
    isIgnored(row.name) &&
    !remote.deselected.has(id) &&
    remote.live(id) !== undefined &&
    remote.visible(row.parentId) !== undefined
  if (isLeftOut) leftOut.ignored.add(id)
  else leftOut.ignored.delete(id)
}

function planLink(trees: Trees, draft: Draft, link: Link): void {
  const standing = standingOf(trees, link)
  const { row, local } = standing
  if (!row) {
    if (!local) draft.wait({ wait: 'look', link })
    else if (!holdsMoreThanLeftovers(trees, local)) draft.do({ op: 'remove', link, local })
  } else if (!local) planDelete(trees, draft, link, row)
  else if (standing.rowMoved) planRowMoved(trees, draft, link, row, local)
  else {
    if (standing.localMoved) planLocalMoved(trees, draft, link, row, local)
    // To where the service cannot follow, only the name stays behind.
    if (!standing.localMoved || !hasPlaceRemotely(trees, local))
      planContent(trees, draft, link, { ...standing, row, local })
  }
}

const holdsMoreThanLeftovers = (trees: Trees, { id, kind }: LocalEntry): boolean =>
  kind === 'folder' && trees.local.children(id).some((child) => !isLeftover(trees, child))

function planDelete(trees: Trees, draft: Draft, link: Link, row: RemoteRow): void {
  if (link.kind === 'folder' && trees.remote.children(row.id).length > 0) return
  const looks = trees.missing.get(link.localId) ?? 0
  if (looks >= LOOKS_BEFORE_DELETE) draft.do({ op: 'delete', link, row })
  else draft.wait({ wait: 'look', link })
}

function planContent(
  trees: Trees,
  draft: Draft,
  link: Link,
  standing: Standing & { row: RemoteRow; local: LocalEntry },
): void {
  const { row, local, rowEdited, localEdited } = standing
  if (rowEdited && !localEdited) draft.do({ op: 'replace', link, row, local })
  else if (localEdited && !rowEdited) {
    const why = trees.readOnly ? 'read_only' : local.size > trees.maxFileSize ? 'too_large' : undefined
    if (why) draft.stick(local, why)
    else draft.do({ op: 'send', link, row, local })
  } else if (!rowEdited) planTime(trees, draft, link, standing)
}

/** The service writes years with four digits. */
const isTellable = (at: Instant): boolean => at >= Date.UTC(1000, 0) && at < Date.UTC(10_000, 0)

/** A time alone: the one that the service has wins over any other. */
function planTime(
  { readOnly }: Trees,
  draft: Draft,
  link: Link,
  { row, local, rowTouched, localTouched }: Standing & { row: RemoteRow; local: LocalEntry },
): void {
  const modified = rowTouched ? timeOf(row) : localTouched ? local.modified : null
  if (modified === null || modified === undefined) return
  if (rowTouched) draft.do({ op: 'set_time', link, row, local, modified })
  else if (!readOnly && isTellable(modified)) draft.do({ op: 'touch', link, row, local, modified })
}

/** The place that the service gives wins over any other. */
function planRowMoved(trees: Trees, draft: Draft, link: Link, row: RemoteRow, local: LocalEntry): void {
  const folder = trees.links.ofRow(row.parentId)
  const isThere = folder && trees.local.get(folder.localId)
  if (isThere && !trees.local.isInside(folder.localId, local.id)) {
    followRow(trees, draft, link, TOP_LOCAL)
    return
  }
  if (isThere) moveBackBetween(trees, draft, folder.localId, local.id)
  draft.wait({ wait: 'aside_locally', link, local, folder: TOP_LOCAL })
}

/** A folder would be moved into itself: what was moved into it on this disk, on the way to the place, goes back. */
function moveBackBetween(trees: Trees, draft: Draft, from: LocalId, to: LocalId): void {
  for (let at = trees.local.get(from); at && at.id !== to; at = trees.local.get(at.parentId)) {
    const link = trees.links.ofLocal(at.id)
    if (!link) continue
    const { row, rowMoved, localMoved } = standingOf(trees, link)
    if (row && localMoved && !rowMoved) followRow(trees, draft, link, TOP_LOCAL)
  }
}

function planLocalMoved(trees: Trees, draft: Draft, link: Link, row: RemoteRow, local: LocalEntry): void {
  const { remote, links } = trees
  const folder = links.ofLocal(local.parentId)
  if (!folder || !remote.visible(folder.rowId)) return
  const why = whyRefused(trees, { ...local, size: 0 })
  if (why) {
    draft.stick(local, why)
    return
  }
  if (remote.isInside(folder.rowId, link.rowId)) {
    if (followRow(trees, draft, link, TOP_LOCAL) === 'no')
      draft.wait({ wait: 'aside_locally', link, local, folder: TOP_LOCAL })
    return
  }
  const to = { folder: folder.rowId, localFolder: folder.localId }
  const taken = remote.named(folder.rowId, local.name)
  if (!taken || taken.id === row.id) draft.do({ op: 'place', link, row, local, ...to, name: local.name })
  else if (isLeaving(trees, taken.id)) draft.wait({ wait: 'aside_remotely', link, row, local, ...to })
  else draft.giveWay(local)
}

/** Whether an item of the service is to leave its place because of what was done on this disk. */
function isLeaving(trees: Trees, id: EntryId): boolean {
  const link = trees.remote.visible(id) && trees.links.ofRow(id)
  if (!link) return false
  const { local, localMoved, rowMoved } = standingOf(trees, link)
  return !local || (localMoved && !rowMoved && hasPlaceRemotely(trees, local))
}

function planNewRow(trees: Trees, draft: Draft, row: RemoteRow): void {
  const folder = trees.links.ofRow(row.parentId)
  if (!folder || !trees.local.get(folder.localId)) return
  if (isListedRow(trees, row)) {
    trees.leftOut.listed.add(row.id)
    return
  }
  const room = makeRoom(trees, draft, { folder: folder.localId, name: row.name, asideTo: TOP_LOCAL })
  if (room === 'free') draft.do({ op: 'make', row, folder: folder.localId })
  else if (room === 'taken') draft.wait({ wait: 'turn' })
}

function planNewLocal(trees: Trees, draft: Draft, local: LocalEntry): void {
  const { remote, links } = trees
  if (local.kind === 'file' && isListed(trees, local)) trees.leftOut.unsent.add(local.id)
  if (draft.conflicting.has(local.id) || isLeftover(trees, local)) return
  const folder = links.ofLocal(local.parentId)
  if (!folder || !remote.visible(folder.rowId)) return
  const why = whyRefused(trees, local)
  if (why) {
    draft.stick(local, why)
    return
  }
  const taken = remote.named(folder.rowId, local.name)
  if (!taken) planFreeName(trees, draft, local, folder.rowId)
  else if (!remote.visible(taken.id)) draft.giveWay(local)
  else {
    const link = links.ofRow(taken.id)
    if (link) planBesideLinked(trees, draft, local, link)
    // It is new as well, and has its own part of the plan.
    else draft.wait({ wait: 'turn' })
  }
}

function planFreeName(trees: Trees, draft: Draft, local: LocalEntry, folder: EntryId): void {
  const left = local.kind === 'file' ? findLeft(trees, folder, local.name) : undefined
  draft.do(left ? { op: 'retake', ...left, local, folder } : { op: 'create', local, folder })
}

/** A new local item has the name of an item of the service that is known here, but not under this name. */
function planBesideLinked(trees: Trees, draft: Draft, local: LocalEntry, link: Link): void {
  const its = standingOf(trees, link)
  const aside = { folder: TOP_ROW, localFolder: TOP_LOCAL }
  if (!its.row || !its.local) draft.wait({ wait: 'turn' })
  else if (its.localMoved && !its.rowMoved && hasPlaceRemotely(trees, its.local))
    draft.wait({ wait: 'aside_remotely', link, row: its.row, local: its.local, ...aside })
  else draft.giveWay(local)
}
