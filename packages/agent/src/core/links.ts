import type { EntryId } from '@holdfast/api/ids'
import type { Dirty } from './dirty.ts'
import type { LocalId } from './local-id.ts'
import { TOP_LOCAL } from './local-tree.ts'
import { type Kind, TOP_ROW } from './remote-tree.ts'

/** Written down before the disk is changed: after a crash, the disk tells whether it was. */
export type Prepared =
  /** The local item is made: until then it lies among what is staged. */
  | { readonly what: 'make' }
  /** Another local item takes the place of the one that is linked. */
  | { readonly what: 'replace'; readonly localId: LocalId; readonly content: string; readonly ver: number }
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
  contentVer: 0,
  placeVer: 0,
}

export class Links {
  readonly #dirty: Dirty
  readonly #byRow = new Map<EntryId, Link>()
  readonly #byLocal = new Map<LocalId, Link>()
  #files = 0
  /** Which rows have had a link made, changed or dropped since someone last asked. */
  readonly changed = new Set<EntryId>()

  constructor(dirty: Dirty) {
    this.#dirty = dirty
  }

  ofRow = (id: EntryId): Link | undefined => (id === TOP_ROW ? TOP : this.#byRow.get(id))
  ofLocal = (id: LocalId): Link | undefined => (id === TOP_LOCAL ? TOP : this.#byLocal.get(id))
  all = (): Iterable<Link> => this.#byRow.values()
  get files(): number {
    return this.#files
  }

  /** A row has one link, and so has a local item: what they had before is dropped. */
  put(link: Link): void {
    const before = this.#byRow.get(link.rowId)
    if (before && before.localId !== link.localId) this.#byLocal.delete(before.localId)
    const other = this.#byLocal.get(link.localId)
    if (other && other.rowId !== link.rowId) this.drop(other.rowId)
    this.#byRow.set(link.rowId, link)
    this.#files += Number(link.kind === 'file') - Number(before?.kind === 'file')
    this.#byLocal.set(link.localId, link)
    this.#touch(link)
    if (before && before.localId !== link.localId) this.#dirty.locals.add(before.localId)
  }

  drop(rowId: EntryId): void {
    const link = this.#byRow.get(rowId)
    if (!link) return
    this.#byRow.delete(rowId)
    if (link.kind === 'file') this.#files--
    this.#byLocal.delete(link.localId)
    this.#touch(link)
  }

  #touch({ rowId, localId }: Link): void {
    this.changed.add(rowId)
    this.#dirty.rows.add(rowId)
    this.#dirty.locals.add(localId)
  }
}
