import type { ChangeOp } from '@holdfast/api/files/changes'
import { nameKey } from '@holdfast/api/files/names'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Edit } from './changes.ts'
import { type Entry, type LogLine, TOP } from './entry.ts'
import { endOfOperation, type ModelRoot } from './model-root.ts'

/** What becomes of one item. */
interface Step {
  now: Entry
  parentId: EntryId
  name: string
  deleted: boolean
  /** It did not exist then. */
  made: boolean
  /** The revision whose content it gets again, with the time that it had then. */
  copy: RevisionId | undefined
  modifiedAt: Instant
}

type Past = NonNullable<LogLine['entry']>

/**
 * Makes a root what it was after a change, as one operation. Only where nothing stands in the way: items whose folders
 * were purged, names that others have taken and locks of others are for the service to judge, not for the model.
 */
export function setBack(edit: Edit, seq: number): void {
  const { root } = edit
  const steps = stepsTo(root, endOfOperation(root, seq))
  checkFeasible(root, steps)
  const together = { ...edit, firstSeq: root.seq + 1 }
  for (const step of inOrder(root, steps)) {
    const { now, parentId, name, deleted, copy, modifiedAt } = step
    const revision = copy === undefined ? undefined : root.revisions.get(copy)
    const again = revision && {
      revisionId: root.addRevision(now.id, revision.content, modifiedAt),
      content: revision.content.id,
      size: revision.content.size,
      modifiedAt,
    }
    const lock = deleted ? null : now.lock
    root.change(opOf(step), { ...now, parentId, name, deleted, lock, ...again }, together)
  }
}

function stepsTo(root: ModelRoot, seq: number): Map<EntryId, Step> {
  const past = new Map<EntryId, Past>()
  const changed = new Set<EntryId>()
  for (const { seq: number, op, entry } of root.log) {
    if (!entry || op === 'lock' || op === 'unlock') continue
    if (number > seq) changed.add(entry.id)
    else past.set(entry.id, entry)
  }
  const steps = new Map<EntryId, Step>()
  for (const id of changed) {
    const now = root.entries.get(id)
    const step = now && stepOf(root, now, past.get(id))
    if (step) steps.set(id, step)
  }
  // What was made since and is in a folder that was made since goes with that.
  const goes = (id: EntryId) => steps.get(id)?.deleted ?? root.entries.get(id)?.deleted
  const covered = [...steps.values()].filter(
    ({ made, now }) => made && now.parentId !== TOP && !past.has(now.parentId) && goes(now.parentId),
  )
  for (const { now } of covered) steps.delete(now.id)
  return steps
}

function stepOf(root: ModelRoot, now: Entry, past: Past | undefined): Step | undefined {
  const { parentId, name, modifiedAt } = now
  const gone = { now, parentId, name, modifiedAt, deleted: true, made: true, copy: undefined }
  if (!past) return now.deleted ? undefined : gone
  const copy = hasContent(root, now, past) ? undefined : (past.revisionId ?? undefined)
  const step: Step = { ...past, now, made: false, copy }
  return copy !== undefined || isMoved(step) || now.deleted !== past.deleted ? step : undefined
}

function hasContent(root: ModelRoot, now: Entry, { revisionId, modifiedAt }: Past): boolean {
  if (revisionId === null) return true
  const then = root.revisions.get(revisionId)
  return then?.content.id === now.content && modifiedAt === now.modifiedAt
}

const isMoved = ({ now, parentId, name }: Step): boolean => now.parentId !== parentId || now.name !== name

function opOf(step: Step): ChangeOp {
  const { now, parentId, deleted, copy } = step
  if (deleted && !now.deleted) return 'delete'
  if (now.deleted !== deleted || (copy !== undefined && isMoved(step))) return 'restore'
  if (copy !== undefined) return 'update'
  return now.parentId === parentId ? 'rename' : 'move'
}

/** Folders before what goes into them; those that go, last. */
function inOrder(root: ModelRoot, steps: ReadonlyMap<EntryId, Step>): Step[] {
  const rank = ({ now, deleted }: Step) => (now.kind === 'folder' ? (deleted ? 3 : 0) : deleted ? 1 : 2)
  const parentOf = finalParents(root, steps)
  const depth = (id: EntryId): number => (id === TOP ? 0 : 1 + depth(parentOf(id) ?? TOP))
  return [...steps.values()]
    .map((step) => ({ step, rank: rank(step), depth: depth(step.now.id) }))
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth || a.step.now.id - b.step.now.id)
    .map(({ step }) => step)
}

const finalParents = (root: ModelRoot, steps: ReadonlyMap<EntryId, Step>) => (id: EntryId) =>
  (steps.get(id) ?? root.entries.get(id))?.parentId

function checkFeasible(root: ModelRoot, steps: ReadonlyMap<EntryId, Step>): void {
  const parentOf = finalParents(root, steps)
  for (const { now, parentId, name, deleted } of steps.values()) {
    for (let at = parentId, hops = 0; at !== TOP; at = parentOf(at) ?? TOP)
      if (!root.entries.has(at) || ++hops > root.entries.size) throw new Error(`${now.id} has no way back`)
    const taken = deleted ? undefined : root.named(parentId, name)
    if (taken && !steps.has(taken.id) && nameKey(taken.name) === nameKey(name))
      throw new Error(`The place of ${now.id} is taken`)
  }
}
