import type { State } from '../plan/known.ts'

/** What an item was, with a word for its content that is the same for the same content. */
export interface Snapshot extends State {
  content: string
}

/** Changes of an item that follow each other without one of somebody else between them. */
export interface Run {
  /** Undefined where they made it. */
  before: Snapshot | undefined
  after: Snapshot
}

export interface Undone {
  /** Undefined where it was made by what is undone, and is to go. */
  target: Snapshot | undefined
  /** Something of it was changed since, and stays. */
  conflict: boolean
  /** Nobody else has done anything to it since the first of them. */
  alone: boolean
}

type Aspect = (keyof Snapshot)[]
const PLACE: Aspect = ['parentId']
const NAME: Aspect = ['name', 'nameKey']
const CONTENT: Aspect = ['content', 'modifiedAt', 'revisionId', 'size']
const MARK: Aspect = ['deleted']

/** The first fields tell contents apart: one that was restored is another revision with the same. */
const telling = (aspect: Aspect): Aspect => (aspect === CONTENT ? ['content', 'modifiedAt'] : aspect)
const same = (one: Snapshot, other: Snapshot, aspect: Aspect): boolean =>
  telling(aspect).every((field) => one[field] === other[field])
const sameAll = (one: Snapshot, other: Snapshot): boolean =>
  [PLACE, NAME, CONTENT, MARK].every((aspect) => same(one, other, aspect))

/**
 * Takes runs back, the newest first: name, place, content and deletion each by itself, and each only where it still is
 * what the run made of it. What was made or brought back goes away only as a whole, untouched since.
 */
export function undoRuns(now: Snapshot, runs: readonly Run[]): Undone {
  let state = now
  let conflict = false
  const [newest] = runs
  const alone = runs.length === 1 && newest !== undefined && sameAll(now, newest.after)
  for (const { before, after } of runs) {
    if (!before) {
      if (!state.deleted && sameAll(state, after)) return { target: undefined, conflict, alone }
      return { target: state, conflict: conflict || !state.deleted, alone }
    }
    const untouched = sameAll(state, after)
    const next = { ...state }
    for (const aspect of [PLACE, NAME, CONTENT, MARK]) {
      if (same(before, after, aspect) || same(state, before, aspect)) continue
      if (same(state, after, aspect) && (untouched || aspect !== MARK || after.deleted))
        Object.assign(next, Object.fromEntries(aspect.map((field) => [field, before[field]])))
      else conflict = true
    }
    state = next
  }
  return { target: state, conflict, alone }
}
