import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { type Instant, parseUtc } from '@holdfast/api/time'
import type { Dirty } from './dirty.ts'
import { isIgnored } from './ignore.ts'
import { NameIndex } from './name-index.ts'
import { ShelvedTree } from './shelved-tree.ts'

export type Kind = 'file' | 'folder'

/** An item as the service reported it. It is never changed, only replaced. */
export interface RemoteRow {
  readonly id: EntryId
  readonly parentId: EntryId
  readonly kind: Kind
  readonly name: string
  readonly ver: number
  readonly seq: number
  readonly revisionId: RevisionId | null
  readonly content: string | null
  readonly size: number
  /** As the service writes times; null for folders. */
  readonly modified: string | null
  /** By itself; what is in a deleted folder is gone too and not marked. */
  readonly deleted: boolean
}

/** Undefined for folders, and for times that cannot be known. */
export const timeOf = ({ modified }: RemoteRow): Instant | undefined =>
  modified === null ? undefined : parseUtc(modified)

/** The top level of a root, of which the service tells nothing. */
export const TOP_ROW = 0 as EntryId
const TOP: RemoteRow = {
  id: TOP_ROW,
  parentId: -1 as EntryId,
  kind: 'folder',
  name: '',
  ver: 0,
  seq: 0,
  revisionId: null,
  content: null,
  size: 0,
  modified: null,
  deleted: false,
}

/** The rows that are written down. */
export interface RowShelf {
  row(id: EntryId): RemoteRow | undefined
  /** Those of a folder that are not deleted themselves. */
  rowsIn(folder: EntryId): RemoteRow[]
  rows(): Iterable<RemoteRow>
}

/** Deeper than any tree: folders are in each other then. */
export const MOST_HOPS = 10_000

/** Whether the same was reported, maybe at another time. */
export const isSameRow = (one: RemoteRow, other: RemoteRow): boolean =>
  one === other ||
  (one.id === other.id &&
    one.ver === other.ver &&
    one.seq === other.seq &&
    one.parentId === other.parentId &&
    one.name === other.name &&
    one.content === other.content &&
    one.deleted === other.deleted)

/** What the service holds, as far as its log was read; deleted items too, for as long as it may bring them back. */
export class RemoteTree {
  /** Folders that this device is not to have, with all that is in them. */
  deselected: ReadonlySet<EntryId> = new Set()
  readonly shelved: ShelvedTree<EntryId, RemoteRow>
  readonly #dirty: Dirty
  /** Of items that are not deleted themselves. */
  readonly #names = new NameIndex<EntryId>()

  constructor(dirty: Dirty, shelf: RowShelf, most: number) {
    this.#dirty = dirty
    const reads = {
      get: (id: EntryId) => shelf.row(id),
      all: () => shelf.rows(),
      in: (id: EntryId) => shelf.rowsIn(id),
    }
    this.shelved = new ShelvedTree(reads, most)
  }

  get = (id: EntryId): RemoteRow | undefined => (id === TOP_ROW ? TOP : this.shelved.get(id))
  rows = (): Iterable<RemoteRow> => this.shelved.all(({ id }) => id)

  /** False if what is known is newer already. */
  learn(row: RemoteRow): boolean {
    const known = this.shelved.get(row.id)
    if (known && known.ver > row.ver) return false
    if (known) this.#detach(known)
    this.shelved.set(row.id, row)
    if (!row.deleted) this.#names.add(row.parentId, row.id, row.name)
    this.#dirty.rows.add(row.id)
    this.#dirty.nearRows.add(row.parentId)
    return true
  }

  forget(id: EntryId): void {
    const known = this.shelved.get(id)
    if (!known) return
    this.#detach(known)
    this.shelved.set(id, undefined)
    this.#dirty.rows.add(id)
  }

  /** Items of a folder that are not deleted themselves. */
  children(id: EntryId): RemoteRow[] {
    if (this.get(id)?.kind === 'file') return []
    return this.shelved.in(id).filter(({ deleted }) => !deleted)
  }

  /** The item that has a name in a folder, or one that cannot be beside it. */
  named(parentId: EntryId, name: string): RemoteRow | undefined {
    for (const id of this.#names.find(parentId, name, () => this.children(parentId)))
      return this.shelved.get(id)
    return undefined
  }

  /** An item that can be reached from the top through items without a mark. */
  live = (id: EntryId): RemoteRow | undefined => this.#reach(id, () => true)
  /** A live item that this device is to have. */
  visible = (id: EntryId): RemoteRow | undefined => this.#reach(id, this.#isKept)
  /** Whether a live item is not for this device because somebody has said so. */
  isDeselected = (id: EntryId): boolean =>
    this.live(id) !== undefined && this.#reach(id, (row) => !this.deselected.has(row.id)) === undefined

  /** The names that are ignored on a disk are ignored here: what no listing shows would seem to be deleted. */
  #isKept = ({ id, name }: RemoteRow): boolean => !this.deselected.has(id) && !isIgnored(name)

  #reach(id: EntryId, isWay: (row: RemoteRow) => boolean): RemoteRow | undefined {
    let hops = 0
    for (let at = id; at !== TOP_ROW; ) {
      const row = this.shelved.get(at)
      if (!row || row.deleted || ++hops > MOST_HOPS || !isWay(row)) return undefined
      at = row.parentId
    }
    return this.get(id)
  }

  /** Whether one item is another, or is in it. */
  isInside(id: EntryId, folder: EntryId): boolean {
    let hops = 0
    for (let at = id; ; ) {
      if (at === folder) return true
      const row = this.shelved.get(at)
      if (!row || ++hops > MOST_HOPS) return false
      at = row.parentId
    }
  }

  #detach({ id, parentId, name }: RemoteRow): void {
    this.#names.remove(parentId, id, name)
    this.#dirty.nearRows.add(parentId)
  }
}
