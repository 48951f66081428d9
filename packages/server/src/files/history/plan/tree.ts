import type { EntryId } from '@holdfast/api/ids'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { State } from './known.ts'

/** `gone`: in a folder that does not exist. `loop`: in a folder that is in itself. */
export type Fate = 'live' | 'deleted' | 'gone' | 'loop'

/** Where items are if each has the state that it is given; what does not exist has none. */
export class Tree {
  readonly #stateOf: (id: EntryId) => State | undefined
  readonly #fates = new Map<ParentId, Fate>([[0, 'live']])

  constructor(stateOf: (id: EntryId) => State | undefined) {
    this.#stateOf = stateOf
  }

  /** The folders that an item is in, innermost first. */
  *above(id: EntryId): Generator<EntryId> {
    const seen = new Set<ParentId>([id])
    let parent = this.#stateOf(id)?.parentId ?? 0
    while (parent !== 0 && !seen.has(parent)) {
      yield parent
      seen.add(parent)
      parent = this.#stateOf(parent)?.parentId ?? 0
    }
  }

  /** The folders in whose size an item is: up to, and with, one that is deleted. Innermost first. */
  *countedIn(id: EntryId): Generator<EntryId> {
    if (this.#stateOf(id)?.deleted) return
    for (const folder of this.above(id)) {
      yield folder
      if (this.#stateOf(folder)?.deleted) return
    }
  }

  isWithin(id: EntryId, folders: ReadonlySet<EntryId>): boolean {
    for (const folder of this.above(id)) if (folders.has(folder)) return true
    return false
  }

  depth(id: EntryId): number {
    let depth = 0
    for (const _ of this.above(id)) depth++
    return depth
  }

  fate(id: EntryId): Fate {
    const way: EntryId[] = []
    const onWay = new Set<ParentId>()
    let at: ParentId = id
    let fate = this.#fates.get(at)
    while (fate === undefined) {
      const state = this.#stateOf(at as EntryId)
      if (onWay.has(at)) fate = 'loop'
      else if (!state) fate = 'gone'
      else {
        way.push(at as EntryId)
        onWay.add(at)
        at = state.parentId
        fate = this.#fates.get(at)
      }
    }
    for (const step of way.reverse()) {
      if (fate === 'live' && this.#stateOf(step)?.deleted) fate = 'deleted'
      this.#fates.set(step, fate)
    }
    return fate
  }
}
