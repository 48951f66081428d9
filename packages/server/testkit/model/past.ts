import type { Instant } from '@holdfast/api/time'
import type { TreeModel } from './tree-model.ts'

export interface State {
  /** Of the last change of the operation that made it. */
  seq: number
  at: Instant
  tree: TreeModel
}

/** States to remember: a long game would fill the memory. */
const MOST = 1500

/** What a root was after each operation, the last ones of a long game. */
export class Past {
  readonly #states: State[] = []
  /** States before restores, which undo them. */
  readonly undoing: number[] = []
  /** The first and the last change of what was undone, which is to undo. */
  readonly undone: [number, number][] = []

  constructor(tree: TreeModel, at: Instant) {
    this.note(tree, at)
  }

  note(tree: TreeModel, at: Instant): void {
    this.#states.push({ seq: tree.seq, at, tree: tree.copy() })
    if (this.#states.length > MOST) this.#states.shift()
  }

  any(random: (below: number) => number): State {
    return this.#states[random(this.#states.length)] as State
  }

  /** One of the numbers that mean a state: those of all changes of the operation that made it. */
  numberOf(state: State, random: (below: number) => number): number {
    return state.seq - random(state.seq - (this.before(state)?.seq ?? state.seq - 1))
  }

  /** What there was before a state, if that is remembered. */
  before({ seq }: State): State | undefined {
    return this.#states.findLast((state) => state.seq < seq)
  }

  /** A number within an operation means all of it. */
  bySeq(seq: number): State | undefined {
    const first = this.#states[0] as State
    return seq < first.seq ? undefined : this.#states.find((state) => state.seq >= seq)
  }

  /** From the last one before a moment on. */
  around(at: Instant): State[] {
    const first = this.#states.findLastIndex((state) => state.at < at)
    return this.#states.slice(Math.max(first, 0))
  }

  byTime(at: Instant): State | undefined {
    return this.#states.findLast((state) => state.at <= at)
  }
}
