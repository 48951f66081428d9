import type { SkippedBecause } from '@holdfast/api/files/history'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { Known, State } from './known.ts'
import { Tree } from './tree.ts'

/** What is to become of one item. */
export interface Step {
  item: Known
  to: State
  /** The revision whose content it gets again. */
  copy: RevisionId | undefined
}

export interface Plan {
  steps: Map<EntryId, Step>
  skipped: Map<EntryId, SkippedBecause>
}

export interface Wish {
  known: ReadonlyMap<EntryId, Known>
  /**
   * What changed since the point, whether it did so by those whose changes are to be undone, and why not all of it can
   * be, where that is known.
   */
  changed: readonly { id: EntryId; by: 'them' | 'others' | 'both'; left?: SkippedBecause | undefined }[]
  /** A folder with all that was or is in it; 0 for everything. */
  scope: ParentId
  /** Others worked on this too, so that it must not vanish with a folder that it is in. */
  newer?: readonly EntryId[]
  /** Not all that changed since is set back: nothing is to go back into a folder that others deleted. */
  intoSight?: boolean
}

/**
 * Works out how what changed since a point becomes what it was. What nobody may set back, or what has no place to go
 * back to, stays as it is; and so does all that this would take something away from.
 */
export function planRestore({ known, changed, scope, newer = [], intoSight = false }: Wish): Plan {
  const now = new Tree((id) => known.get(id)?.now)
  const then = new Tree((id) => known.get(id)?.past)
  const folder = new Set(scope === 0 ? [] : [scope])
  const inScope = (id: EntryId) =>
    scope === 0 || id === scope || now.isWithin(id, folder) || then.isWithin(id, folder)
  const plan: Plan = { steps: new Map(), skipped: new Map() }
  const staying = new Set<EntryId>()
  const partly = new Map<EntryId, SkippedBecause>()
  for (const { id, by, left } of changed) {
    const item = known.get(id)
    if (!item) continue
    const step = stepOf(item)
    const wanted = by !== 'others' && inScope(id)
    if (step && wanted && by === 'them') plan.steps.set(id, step)
    else if (step) staying.add(id)
    const lacking = left ?? (loses(item) ? 'content_gone' : undefined)
    if (!wanted || (!step && !lacking)) continue
    if (by === 'both') plan.skipped.set(id, 'changed_by_others')
    else if (lacking) partly.set(id, lacking)
  }
  for (const id of newer) staying.add(id)
  const vanishes = (id: EntryId) => plan.steps.get(id)?.to.deleted === true
  const mustBeSeen = ({ id, now: { deleted } }: Known, final: Tree) =>
    then.fate(id) === 'live' ||
    (intoSight && (deleted || now.fate(id) === 'live') && ![...final.above(id)].some(vanishes))
  while (dropImpossible(plan, staying, { known, now, mustBeSeen })) {
    // Each round drops at least one; what is left is judged again without it.
  }
  dropDeletedWithFolder(plan, known)
  for (const [id, reason] of partly) if (!plan.skipped.has(id)) plan.skipped.set(id, reason)
  return plan
}

/** The content of that time was trimmed: the item goes back to its place with the content it has. */
const loses = ({ past, now, contentKept, contentSame }: Known): boolean =>
  past !== undefined && !contentKept && !(contentSame && past.modifiedAt === now.modifiedAt)

function stepOf(item: Known): Step | undefined {
  const { now, past } = item
  if (!past) return now.deleted ? undefined : { item, to: { ...now, deleted: true }, copy: undefined }
  const sameContent = item.contentSame && past.modifiedAt === now.modifiedAt
  const { revisionId, size, modifiedAt } = now
  const kept = { ...past, revisionId, size, modifiedAt }
  if (!sameContent && item.contentKept) return { item, to: past, copy: past.revisionId ?? undefined }
  return sameState(kept, now) ? undefined : { item, to: kept, copy: undefined }
}

const samePlace = (one: State, other: State): boolean =>
  one.parentId === other.parentId && one.name === other.name
const sameState = (one: State, other: State): boolean =>
  samePlace(one, other) && one.deleted === other.deleted

/** Whether a step does more than give another content. */
export const moves = ({ item: { now }, to }: Step): boolean => !sameState(now, to)

export const finalTree = (plan: Pick<Plan, 'steps'>, known: ReadonlyMap<EntryId, Known>): Tree =>
  new Tree((id) => plan.steps.get(id)?.to ?? known.get(id)?.now)

function dropImpossible(
  plan: Plan,
  staying: Set<EntryId>,
  {
    known,
    now,
    mustBeSeen,
  }: { known: ReadonlyMap<EntryId, Known>; now: Tree; mustBeSeen: (item: Known, final: Tree) => boolean },
): boolean {
  const final = finalTree(plan, known)
  const dropped = new Map<EntryId, SkippedBecause>()
  for (const { item, to } of plan.steps.values()) {
    const fate = final.fate(item.id)
    if (fate === 'gone') dropped.set(item.id, 'folder_gone')
    else if (fate === 'loop') dropped.set(item.id, 'in_use')
    else if (fate === 'deleted' && !to.deleted && mustBeSeen(item, final))
      dropped.set(item.id, 'folder_deleted')
  }
  // What stays must not be deleted with the folder that it is in.
  for (const id of staying)
    if (now.fate(id) === 'live')
      for (const folder of final.above(id))
        if (plan.steps.get(folder)?.to.deleted) dropped.set(folder, 'in_use')
  for (const [id, reason] of dropped) {
    plan.steps.delete(id)
    plan.skipped.set(id, reason)
    staying.add(id)
  }
  return dropped.size > 0
}

/** What was made since and is in a folder that was made since is deleted by that one's mark. */
function dropDeletedWithFolder({ steps }: Plan, known: ReadonlyMap<EntryId, Known>): void {
  const closed = (id: ParentId): boolean => {
    const folder = id === 0 ? undefined : known.get(id)
    return folder !== undefined && !folder.past && (steps.get(folder.id)?.to ?? folder.now).deleted
  }
  const covered = [...steps.values()].filter(({ item }) => !item.past && closed(item.now.parentId))
  const ids = new Set(covered.map(({ item }) => item.id))
  // Only below a folder that is marked itself, or is in one that is: the topmost of them are.
  for (const id of ids) steps.delete(id)
}

/** An item locked by someone else that the plan would change, if there is one. */
export function lockInTheWay<Lock extends { id: EntryId }>(
  plan: Plan,
  known: ReadonlyMap<EntryId, Known>,
  locks: readonly Lock[],
): Lock | undefined {
  if (locks.length === 0) return undefined
  const now = new Tree((id) => known.get(id)?.now)
  const final = finalTree(plan, known)
  const held = new Map(locks.filter(({ id }) => now.fate(id) === 'live').map((lock) => [lock.id, lock]))
  for (const lock of held.values())
    for (const folder of now.above(lock.id)) {
      const step = plan.steps.get(folder)
      if (step && moves(step)) return lock
    }
  for (const { item } of plan.steps.values())
    for (const id of [item.id, ...now.above(item.id), ...final.above(item.id)]) {
      const lock = held.get(id)
      if (lock) return lock
    }
  return undefined
}
