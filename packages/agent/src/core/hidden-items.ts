import type { LocalId } from './local-id.ts'

const NONE: ReadonlySet<LocalId> = new Set()

/**
 * Items that are in a folder under a name that is ignored, as the newest look at it has found them. They are in no tree, but
 * they are there: what was renamed to such a name was not deleted.
 */
export class HiddenItems {
  readonly #inside = new Map<LocalId, ReadonlySet<LocalId>>()
  /** An item that was moved may be known in two folders, until both were looked at. */
  readonly #times = new Map<LocalId, number>()

  has = (id: LocalId): boolean => this.#times.has(id)

  /** What a look at the folder has found; nothing for a folder that is gone. */
  set(folder: LocalId, found: readonly LocalId[]): void {
    const before = this.#inside.get(folder) ?? NONE
    if (before.size + found.length === 0) return
    for (const id of before) this.#count(id, -1)
    const now = new Set(found)
    for (const id of now) this.#count(id, 1)
    if (now.size > 0) this.#inside.set(folder, now)
    else this.#inside.delete(folder)
  }

  #count(id: LocalId, more: number): void {
    const times = (this.#times.get(id) ?? 0) + more
    if (times > 0) this.#times.set(id, times)
    else this.#times.delete(id)
  }
}
