import { Shelved } from './shelved.ts'

/** Items that are in each other. */
export class ShelvedTree<Id, Item extends { readonly id: Id; readonly parentId: Id }> extends Shelved<
  Id,
  Item
> {
  readonly #readIn: (folder: Id) => readonly Item[]
  /** Of items that the shelf has another way. */
  readonly #inside = new Map<Id, Set<Id>>()

  constructor(
    shelf: {
      readonly get: (id: Id) => Item | undefined
      readonly all: () => Iterable<Item>
      readonly in: (folder: Id) => readonly Item[]
    },
    most: number,
  ) {
    super(shelf.get, shelf.all, most)
    this.#readIn = shelf.in
  }

  override set(id: Id, item: Item | undefined): void {
    this.#detach(id)
    super.set(id, item)
    if (!item) return
    const beside = this.#inside.get(item.parentId)
    if (beside) beside.add(id)
    else this.#inside.set(item.parentId, new Set([id]))
  }

  /** What is in a folder, as far as the shelf tells of it. */
  in(folder: Id): Item[] {
    const found: Item[] = []
    for (const item of this.#readIn(folder))
      if (!this.isFresh(item.id)) found.push(this.noteRead(item.id, item))
    for (const id of this.#inside.get(folder) ?? []) {
      const item = this.get(id)
      if (item) found.push(item)
    }
    return found
  }

  protected override letGo(id: Id): void {
    this.#detach(id)
    super.letGo(id)
  }

  #detach(id: Id): void {
    const before = this.isFresh(id) ? this.get(id) : undefined
    const beside = before && this.#inside.get(before.parentId)
    if (!beside) return
    beside.delete(id)
    if (beside.size === 0) this.#inside.delete(before.parentId)
  }
}
