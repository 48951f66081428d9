import type { Instant } from '@holdfast/api/time'
import type { Dirty } from './dirty.ts'
import type { LocalId } from './local-id.ts'
import { NameIndex } from './name-index.ts'
import type { Kind } from './remote-tree.ts'
import { ShelvedTree } from './shelved-tree.ts'

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
  /** In whole seconds, as the service keeps times. Null for folders, and where nobody has looked yet. */
  readonly modified: Instant | null
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
  modified: null,
}

/** A folder and those above it, from the top down; the top itself is left out. */
export type Way = readonly Pick<LocalEntry, 'id' | 'rawName'>[]

/** The items of the disk that are written down. */
export interface LocalShelf {
  local(id: LocalId): LocalEntry | undefined
  localsIn(folder: LocalId): LocalEntry[]
  locals(): Iterable<LocalEntry>
  /** A file that has this content. */
  localHolding(content: string): LocalEntry | undefined
}

/** A folder in which all was known when it was looked at. */
export interface Calm {
  /** What the disk called that look. */
  readonly mark: string
  /** The folders in it. */
  readonly folders: readonly LocalId[]
}

/** What is on the disk, without what is ignored. */
export class LocalTree {
  /** Until something in them becomes another. */
  readonly calm = new Map<LocalId, Calm>()
  readonly shelved: ShelvedTree<LocalId, LocalEntry>
  readonly #dirty: Dirty
  readonly #shelf: LocalShelf
  readonly #names = new NameIndex<LocalId>()

  constructor(dirty: Dirty, shelf: LocalShelf, most: number) {
    this.#dirty = dirty
    this.#shelf = shelf
    const reads = {
      get: (id: LocalId) => shelf.local(id),
      all: () => shelf.locals(),
      in: (id: LocalId) => shelf.localsIn(id),
    }
    this.shelved = new ShelvedTree(reads, most)
  }

  get = (id: LocalId): LocalEntry | undefined => (id === TOP_LOCAL ? TOP : this.shelved.get(id))
  entries = (): Iterable<LocalEntry> => this.shelved.all(({ id }) => id)

  put(entry: LocalEntry): void {
    const known = this.shelved.get(entry.id)
    if (known && isSameEntry(known, entry)) return
    if (known) this.#detach(known)
    this.shelved.set(entry.id, entry)
    this.#names.add(entry.parentId, entry.id, entry.name)
    this.calm.delete(entry.parentId)
    this.#dirty.locals.add(entry.id)
    this.#dirty.nearLocals.add(entry.parentId)
  }

  /** With all that is in it: gives the ids of all. */
  remove(id: LocalId): LocalId[] {
    const known = this.shelved.get(id)
    if (!known) return []
    const below = this.children(id).flatMap((child) => this.remove(child.id))
    this.#detach(known)
    this.shelved.set(id, undefined)
    this.calm.delete(id)
    this.#dirty.locals.add(id)
    return [...below, id]
  }

  children(id: LocalId): LocalEntry[] {
    return this.get(id)?.kind === 'file' ? [] : this.shelved.in(id)
  }

  /** A file with this content, other than those that have changed since all was last written down. */
  holding(content: string): LocalEntry | undefined {
    const found = this.#shelf.localHolding(content)
    return found && !this.shelved.isFresh(found.id) ? found : undefined
  }

  /** All that the service would take for one name: a disk may hold several. */
  named(parentId: LocalId, name: string): LocalEntry[] {
    const found: LocalEntry[] = []
    for (const id of this.#names.find(parentId, name, () => this.children(parentId))) {
      const entry = this.shelved.get(id)
      if (entry) found.push(entry)
    }
    return found
  }

  /** Whether one item is another, or is in it. */
  isInside(id: LocalId, folder: LocalId): boolean {
    for (let at = this.get(id); at; at = this.get(at.parentId)) if (at.id === folder) return true
    return false
  }

  /** Undefined for a folder that is not there. */
  wayTo(id: LocalId): Way | undefined {
    const way: LocalEntry[] = []
    for (let at = id; at !== TOP_LOCAL; ) {
      const entry = this.shelved.get(at)
      if (!entry) return undefined
      way.unshift(entry)
      at = entry.parentId
    }
    return way
  }

  #detach({ id, parentId, name }: LocalEntry): void {
    this.#names.remove(parentId, id, name)
    this.calm.delete(parentId)
    this.#dirty.nearLocals.add(parentId)
  }
}

export const isSameEntry = (one: LocalEntry, other: LocalEntry): boolean =>
  one === other ||
  (one.id === other.id &&
    one.parentId === other.parentId &&
    one.rawName === other.rawName &&
    one.content === other.content &&
    one.stamp === other.stamp &&
    one.size === other.size &&
    one.modified === other.modified)
