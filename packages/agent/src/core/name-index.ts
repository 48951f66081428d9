import { nameKey } from '@holdfast/api/names'

/** So many names are kept at the most; then it begins anew. */
const MOST = 200_000

/** Which items of a folder the service would take for one name, for folders that someone has asked about. */
export class NameIndex<Id> {
  #folders = new Map<Id, Map<string, Set<Id>>>()
  #size = 0

  /** `all` lists what lies in the folder, where that is not known. */
  find(
    folder: Id,
    name: string,
    all: () => Iterable<{ readonly id: Id; readonly name: string }>,
  ): Iterable<Id> {
    let keys = this.#folders.get(folder)
    if (!keys) {
      if (this.#size > MOST) this.#forgetAll()
      keys = new Map()
      this.#folders.set(folder, keys)
      for (const { id, name: its } of all()) this.add(folder, id, its)
    }
    return keys.get(nameKey(name)) ?? []
  }

  add(folder: Id, id: Id, name: string): void {
    const keys = this.#folders.get(folder)
    if (!keys) return
    const key = nameKey(name)
    const beside = keys.get(key)
    if (beside) beside.add(id)
    else keys.set(key, new Set([id]))
    this.#size++
  }

  remove(folder: Id, id: Id, name: string): void {
    const keys = this.#folders.get(folder)
    if (!keys) return
    const key = nameKey(name)
    const beside = keys.get(key)
    if (!beside?.delete(id)) return
    this.#size--
    if (beside.size === 0) keys.delete(key)
  }

  #forgetAll(): void {
    this.#folders = new Map()
    this.#size = 0
  }
}
