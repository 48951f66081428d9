import { nameKey } from '@holdfast/api/files/names'

/** So many names are kept at the most, besides those of the last folder; then it starts again with what is asked for again. */
const MOST = 20_000

interface Names<Id> {
  readonly keys: Map<string, Id[]>
  size: number
}

/** Which items of a folder the service would take for one name, for folders that someone has asked about. */
export class NameIndex<Id> {
  #newer = new Map<Id, Names<Id>>()
  /** Those that nobody has asked about since it was last full. */
  #older = new Map<Id, Names<Id>>()
  #size = 0

  /** `all` lists what is in the folder, where that is not known. */
  find(
    folder: Id,
    name: string,
    all: () => Iterable<{ readonly id: Id; readonly name: string }>,
  ): Iterable<Id> {
    const names = this.#newer.get(folder) ?? this.#takeIn(folder, all)
    return names.keys.get(nameKey(name)) ?? []
  }

  add(folder: Id, id: Id, name: string): void {
    const names = this.#namesOf(folder)
    if (names) this.#count(folder, names, push(names, id, name))
  }

  remove(folder: Id, id: Id, name: string): void {
    const names = this.#namesOf(folder)
    if (!names) return
    const key = nameKey(name)
    const beside = names.keys.get(key) ?? []
    const others = beside.filter((one) => one !== id)
    if (others.length > 0) names.keys.set(key, others)
    else names.keys.delete(key)
    this.#count(folder, names, others.length - beside.length)
  }

  #takeIn(folder: Id, all: () => Iterable<{ readonly id: Id; readonly name: string }>): Names<Id> {
    const known = this.#older.get(folder)
    const names = known ?? { keys: new Map(), size: 1 }
    if (!known) for (const { id, name } of all()) names.size += push(names, id, name)
    if (this.#size > MOST) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#size = 0
    }
    this.#older.delete(folder)
    this.#newer.set(folder, names)
    this.#size += names.size
    return names
  }

  #namesOf = (folder: Id): Names<Id> | undefined => this.#newer.get(folder) ?? this.#older.get(folder)

  #count(folder: Id, names: Names<Id>, more: number): void {
    names.size += more
    if (this.#newer.has(folder)) this.#size += more
  }
}

/** How many more there are. */
function push<Id>({ keys }: Names<Id>, id: Id, name: string): number {
  const key = nameKey(name)
  const beside = keys.get(key)
  if (beside) beside.push(id)
  else keys.set(key, [id])
  return 1
}
