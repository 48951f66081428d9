import { Recent } from './recent.ts'

/** Items by their ids: those that have changed since they were last written down, over those on the shelf. */
export class Shelved<Id, Item extends object> {
  readonly #read: (id: Id) => Item | undefined
  readonly #readAll: () => Iterable<Item>
  /** What the shelf has another way; undefined stands for what is gone. */
  readonly #fresh = new Map<Id, Item | undefined>()
  readonly #changed = new Set<Id>()
  readonly #recent: Recent<Id, Item | null>

  constructor(read: (id: Id) => Item | undefined, readAll: () => Iterable<Item>, most: number) {
    this.#read = read
    this.#readAll = readAll
    this.#recent = new Recent(most)
  }

  get(id: Id): Item | undefined {
    const fresh = this.#fresh.get(id)
    if (fresh !== undefined || this.#fresh.has(id)) return fresh
    const known = this.#recent.get(id)
    if (known !== undefined) return known ?? undefined
    const read = this.#read(id)
    this.#recent.set(id, read ?? null)
    return read
  }

  /** Undefined for what is gone. */
  set(id: Id, item: Item | undefined): void {
    this.#fresh.set(id, item)
    this.#changed.add(id)
  }

  *fresh(): Iterable<Item> {
    for (const item of this.#fresh.values()) if (item) yield item
  }
  freshIds = (): Iterable<Id> => this.#fresh.keys()
  /** Whether the shelf may say otherwise. */
  isFresh = (id: Id): boolean => this.#fresh.has(id)

  /** An item that the shelf has given just now, as the only copy of it. */
  noteRead(id: Id, item: Item): Item {
    const known = this.#recent.get(id)
    if (known) return known
    this.#recent.set(id, item)
    return item
  }

  /** Each once, as it is now or was when this began, whatever is changed meanwhile. */
  *all(idOf: (item: Item) => Id): Iterable<Item> {
    const fresh = new Map(this.#fresh)
    for (const item of fresh.values()) if (item) yield item
    for (const item of this.#readAll()) if (!fresh.has(idOf(item))) yield item
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** What the shelf does not know yet. */
  takeChanges(): Map<Id, Item | undefined> {
    const taken = new Map<Id, Item | undefined>()
    for (const id of this.#changed) taken.set(id, this.get(id))
    this.#changed.clear()
    return taken
  }

  /** The shelf knows: what has not changed again in the meantime no longer needs to be held. */
  settle(written: ReadonlyMap<Id, Item | undefined>): void {
    for (const [id, item] of written) {
      if (!this.#fresh.has(id) || this.#fresh.get(id) !== item) continue
      this.letGo(id)
      this.#recent.set(id, item ?? null)
    }
  }

  protected letGo(id: Id): void {
    this.#fresh.delete(id)
  }
}
