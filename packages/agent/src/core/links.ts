import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Dirty } from './dirty.ts'
import type { LocalId } from './local-id.ts'
import { TOP_LOCAL } from './local-tree.ts'
import { Recent } from './recent.ts'
import { type Kind, TOP_ROW } from './remote-tree.ts'
import { Shelved } from './shelved.ts'

/** Written down before the disk is changed: after a crash, the disk tells whether it was. */
export type Prepared =
  /** The local item is made: until then it is among what is staged. */
  | { readonly what: 'make' }
  /** Another local item takes the place of the one that is linked. */
  | {
      readonly what: 'replace'
      readonly localId: LocalId
      readonly content: string
      readonly modified?: string | null
      /** The one that the disk has for it since it was staged: after a crash, another one is somebody's. */
      readonly localModified?: Instant | null
      readonly ver: number
    }
  | {
      readonly what: 'move'
      readonly rowParent: EntryId
      readonly localParent: LocalId
      readonly name: string
      readonly ver: number
    }

/**
 * An item of the service and one of the disk that are the same, and what both sides last agreed on. It is never changed,
 * only replaced.
 */
export interface Link {
  readonly rowId: EntryId
  readonly localId: LocalId
  readonly kind: Kind
  readonly rowParent: EntryId
  readonly localParent: LocalId
  readonly name: string
  /** Null for folders, and where no content is known that both came from. */
  readonly content: string | null
  /** The row's time of change that this device has set, or sent, and the one that the disk has for it: it may keep times less exactly. Null where it is not known: then it is the one found next. */
  readonly modified: string | null
  readonly localModified: Instant | null
  /** The version of the row at which content and place were agreed on: it tells older rows from newer ones. */
  readonly contentVer: number
  readonly placeVer: number
  readonly prepared?: Prepared | undefined
}

const TOP: Link = {
  rowId: TOP_ROW,
  localId: TOP_LOCAL,
  kind: 'folder',
  rowParent: -1 as EntryId,
  localParent: '' as LocalId,
  name: '',
  content: null,
  modified: null,
  localModified: null,
  contentVer: 0,
  placeVer: 0,
}

/** Not where one is prepared for something: that is about to be another. */
export const isSameLink = (one: Link, other: Link): boolean =>
  one === other ||
  (one.rowId === other.rowId &&
    one.localId === other.localId &&
    one.rowParent === other.rowParent &&
    one.localParent === other.localParent &&
    one.name === other.name &&
    one.content === other.content &&
    one.modified === other.modified &&
    one.localModified === other.localModified &&
    one.contentVer === other.contentVer &&
    one.placeVer === other.placeVer &&
    !one.prepared &&
    !other.prepared)

/** The links that are written down. */
export interface LinkShelf {
  linkOfRow(id: EntryId): Link | undefined
  linkOfLocal(id: LocalId): Link | undefined
  links(): Iterable<Link>
  linkedFiles(): number
}

export class Links {
  readonly shelved: Shelved<EntryId, Link>
  readonly #dirty: Dirty
  readonly #shelf: LinkShelf
  /** Of links that the shelf has another way: by local items, their rows. */
  readonly #byLocal = new Map<LocalId, EntryId>()
  /** Of the others. A row may have got another link since; null where there is none. */
  readonly #recentByLocal: Recent<LocalId, EntryId | null>
  #files: number

  constructor(dirty: Dirty, shelf: LinkShelf, most: number) {
    this.#dirty = dirty
    this.#shelf = shelf
    this.shelved = new Shelved<EntryId, Link>(
      (id) => shelf.linkOfRow(id),
      () => shelf.links(),
      most,
    )
    this.#recentByLocal = new Recent(most)
    this.#files = shelf.linkedFiles()
  }

  ofRow = (id: EntryId): Link | undefined => (id === TOP_ROW ? TOP : this.shelved.get(id))
  all = (): Iterable<Link> => this.shelved.all(({ rowId }) => rowId)
  get files(): number {
    return this.#files
  }

  ofLocal(id: LocalId): Link | undefined {
    if (id === TOP_LOCAL) return TOP
    const row = this.#byLocal.get(id) ?? this.#recentByLocal.get(id)
    if (row === null) return undefined
    if (row !== undefined) {
      const link = this.shelved.get(row)
      return link?.localId === id ? link : undefined
    }
    const read = this.#shelf.linkOfLocal(id)
    this.#recentByLocal.set(id, read?.rowId ?? null)
    // What the shelf has another way is another item's by now, or nobody's.
    return read && !this.shelved.isFresh(read.rowId) ? this.shelved.noteRead(read.rowId, read) : undefined
  }

  /** A row has one link, and so has a local item: what they had before is dropped. */
  put(link: Link): void {
    const before = this.shelved.get(link.rowId)
    const other = this.ofLocal(link.localId)
    if (other && other.rowId !== link.rowId) this.drop(other.rowId)
    this.#set(link.rowId, before, link)
    this.#touch(link)
    if (before && before.localId !== link.localId) this.#dirty.locals.add(before.localId)
  }

  drop(rowId: EntryId): void {
    const link = this.shelved.get(rowId)
    if (!link) return
    this.#set(rowId, link, undefined)
    this.#touch(link)
  }

  #set(rowId: EntryId, before: Link | undefined, link: Link | undefined): void {
    if (before) this.#byLocal.delete(before.localId)
    if (link) this.#byLocal.set(link.localId, rowId)
    if (link) this.#recentByLocal.delete(link.localId)
    this.#files += Number(link?.kind === 'file') - Number(before?.kind === 'file')
    this.shelved.set(rowId, link)
  }

  /** As `Shelved.settle`. */
  settle(written: ReadonlyMap<EntryId, Link | undefined>): void {
    this.shelved.settle(written)
    for (const [rowId, link] of written)
      if (link && !this.shelved.isFresh(rowId) && this.#byLocal.get(link.localId) === rowId)
        this.#byLocal.delete(link.localId)
  }

  #touch({ rowId, localId }: Link): void {
    this.#dirty.rows.add(rowId)
    this.#dirty.locals.add(localId)
  }
}
