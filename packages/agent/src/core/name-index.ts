import { nameKey } from '@holdfast/api/names'

/** So many names are kept at the most; then it begins anew. */
const MOST = 20_000

/** Which items of a folder the service would take for one name, for folders that someone has asked about. */
export class NameIndex<Id> {
  #folders = new Map<Id, Map<string, Id[]>>()
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
      this.#size++
      for (const { id, name: its } of all()) this.add(folder, id, its)
    }
    return keys.get(nameKey(name)) ?? []
  }

  add(folder: Id, id: Id, name: string): void {
    const keys = this.#folders.get(folder)
    if (!keys) return
    const key = nameKey(name)
    const beside = keys.get(key)
    if (beside) beside.push(id)
    else keys.set(key, [id])
    this.#size++
  }

  remove(folder: Id, id: Id, name: string): void {
    const keys = this.#folders.get(folder)
    if (!keys) return
    const key = nameKey(name)
    const beside = keys.get(key) ?? []
    const others = beside.filter((one) => one !== id)
    this.#size -= beside.length - others.length
    if (others.length > 0) keys.set(key, others)
    else keys.delete(key)
  }

  #forgetAll(): void {
    this.#folders = new Map()
    this.#size = 0
  }
}
