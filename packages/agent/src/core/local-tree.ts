import type { Dirty } from './dirty.ts'
import type { LocalId } from './local-id.ts'
import { NameIndex } from './name-index.ts'
import type { Kind } from './remote-tree.ts'

/** An item as the last look at its folder found it. It is never changed, only replaced. */
export interface LocalEntry {
  readonly id: LocalId
  readonly parentId: LocalId
  readonly kind: Kind
  /** As the service would store it. */
  readonly name: string
  /** As the disk has it: what an operation must name. */
  readonly rawName: string
  /** Null for folders. */
  readonly content: string | null
  /** Another one means that the content may be another. */
  readonly stamp: string
  /** 0 for folders. */
  readonly size: number
}

export const TOP_LOCAL = 'top' as LocalId
const TOP: LocalEntry = {
  id: TOP_LOCAL,
  parentId: '' as LocalId,
  kind: 'folder',
  name: '',
  rawName: '',
  content: null,
  stamp: '',
  size: 0,
}

/** A folder and those above it, from the top down; the top itself is left out. */
export type Way = readonly Pick<LocalEntry, 'id' | 'rawName'>[]

/** What lies on the disk, without what is ignored. */
export class LocalTree {
  readonly #dirty: Dirty
  readonly #entries = new Map<LocalId, LocalEntry>()
  readonly #children = new Map<LocalId, Set<LocalId>>()
  readonly #names = new NameIndex<LocalId>()

  constructor(dirty: Dirty) {
    this.#dirty = dirty
  }

  get = (id: LocalId): LocalEntry | undefined => (id === TOP_LOCAL ? TOP : this.#entries.get(id))
  entries = (): Iterable<LocalEntry> => this.#entries.values()

  put(entry: LocalEntry): void {
    const known = this.#entries.get(entry.id)
    if (known && isSame(known, entry)) return
    if (known) this.#detach(known)
    this.#entries.set(entry.id, entry)
    const beside = this.#children.get(entry.parentId)
    if (beside) beside.add(entry.id)
    else this.#children.set(entry.parentId, new Set([entry.id]))
    this.#names.add(entry.parentId, entry.id, entry.name)
    this.#dirty.locals.add(entry.id)
    this.#dirty.nearLocals.add(entry.parentId)
  }

  /** With all that lies in it: gives the ids of all. */
  remove(id: LocalId): LocalId[] {
    const known = this.#entries.get(id)
    if (!known) return []
    const below = [...(this.#children.get(id) ?? [])].flatMap((child) => this.remove(child))
    this.#detach(known)
    this.#entries.delete(id)
    this.#dirty.locals.add(id)
    return [...below, id]
  }

  children(id: LocalId): LocalEntry[] {
    const found: LocalEntry[] = []
    for (const child of this.#children.get(id) ?? []) {
      const entry = this.#entries.get(child)
      if (entry) found.push(entry)
    }
    return found
  }

  /** All that the service would take for one name: a disk may hold several. */
  named(parentId: LocalId, name: string): LocalEntry[] {
    const found: LocalEntry[] = []
    for (const id of this.#names.find(parentId, name, () => this.children(parentId))) {
      const entry = this.#entries.get(id)
      if (entry) found.push(entry)
    }
    return found
  }

  /** Whether one item is another, or lies in it. */
  isInside(id: LocalId, folder: LocalId): boolean {
    for (let at = this.get(id); at; at = this.get(at.parentId)) if (at.id === folder) return true
    return false
  }

  /** Undefined for a folder that is not there. */
  wayTo(id: LocalId): Way | undefined {
    const way: LocalEntry[] = []
    for (let at = id; at !== TOP_LOCAL; ) {
      const entry = this.#entries.get(at)
      if (!entry) return undefined
      way.unshift(entry)
      at = entry.parentId
    }
    return way
  }

  #detach({ id, parentId, name }: LocalEntry): void {
    this.#children.get(parentId)?.delete(id)
    this.#names.remove(parentId, id, name)
    this.#dirty.nearLocals.add(parentId)
  }
}

const isSame = (one: LocalEntry, other: LocalEntry): boolean =>
  one.parentId === other.parentId &&
  one.rawName === other.rawName &&
  one.content === other.content &&
  one.stamp === other.stamp &&
  one.size === other.size
