import type { EntryId } from '@holdfast/api/ids'
import type { LeftName } from '../../src/core/left-names.ts'
import type { Link } from '../../src/core/links.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import { type LocalEntry, TOP_LOCAL } from '../../src/core/local-tree.ts'
import { type RemoteRow, TOP_ROW } from '../../src/core/remote-tree.ts'
import type { Shelf } from '../../src/core/shelf.ts'
import type { Intent, Position, Store, StoreChanges, Stored, TakenRules } from '../../src/ports/store.ts'
import type { AtOnce } from './lane.ts'

/** What outlives the process. */
export class ModelStore implements AtOnce<Store> {
  #position: Position | undefined
  readonly #rows = new Map<EntryId, RemoteRow>()
  readonly #links = new Map<EntryId, Link>()
  readonly #locals = new Map<LocalId, LocalEntry>()
  readonly #intents = new Map<string, Intent>()
  readonly #leftNames = new Map<string, LeftName>()
  #leftovers: readonly LocalId[] = []
  #deselected: readonly EntryId[] = []
  #unread: readonly EntryId[] = []
  #opCount = 0
  #rules: TakenRules | undefined

  load(): Stored {
    return {
      position: this.#position,
      shelf: this.#shelf,
      intents: [...this.#intents.values()],
      leftNames: [...this.#leftNames.values()],
      leftovers: this.#leftovers,
      deselected: this.#deselected,
      unread: this.#unread,
      opCount: this.#opCount,
      rules: this.#rules,
    }
  }

  commit({
    position,
    rows,
    links,
    locals,
    intents,
    leftNames,
    leftovers,
    deselected,
    unread,
    opCount,
    rules,
  }: StoreChanges): void {
    this.#position = position
    merge(this.#rows, rows)
    merge(this.#links, links)
    merge(this.#locals, locals)
    merge(this.#intents, intents)
    merge(this.#leftNames, leftNames)
    this.#leftovers = leftovers
    this.#deselected = deselected
    this.#unread = unread
    this.#opCount = opCount
    this.#rules = rules
  }

  /** Gives a copy each time, as a database does: who holds one holds nothing that lasts. */
  readonly #shelf: Shelf = {
    row: (id) => copy(this.#rows.get(id)),
    rowsIn: (folder) => copies(this.#rows).filter(({ parentId, deleted }) => parentId === folder && !deleted),
    rows: () => copies(this.#rows),
    linkOfRow: (id) => copy(this.#links.get(id)),
    linkOfLocal: (id) => copy(this.#linkOfLocal(id)),
    links: () => copies(this.#links),
    linkedFiles: () => [...this.#links.values()].filter(({ kind }) => kind === 'file').length,
    local: (id) => copy(this.#locals.get(id)),
    localsIn: (folder) => copies(this.#locals).filter(({ parentId }) => parentId === folder),
    locals: () => copies(this.#locals),
    localHolding: (held) => copy([...this.#locals.values()].find(({ content }) => content === held)),
    unrestedRows: () => [
      ...[...this.#links.values()].filter((link) => !this.#isAtRest(link)).map(({ rowId }) => rowId),
      ...this.#liveRows().flatMap(({ id }) => (this.#links.has(id) ? [] : id)),
    ],
    unrestedLocals: () => [...this.#locals.keys()].filter((id) => !this.#linkOfLocal(id)),
    rowFolders: () => new Set(this.#liveRows().map(({ parentId }) => parentId)),
  }

  #liveRows = (): RemoteRow[] => [...this.#rows.values()].filter(({ deleted }) => !deleted)
  #linkOfLocal = (id: LocalId): Link | undefined =>
    [...this.#links.values()].find(({ localId }) => localId === id)

  #isAtRest(link: Link): boolean {
    const { rowId, localId, kind, rowParent, localParent, name, content, prepared } = link
    const row = this.#rows.get(rowId)
    const local = this.#locals.get(localId)
    const folder = localParent === TOP_LOCAL ? TOP_ROW : this.#linkOfLocal(localParent)?.rowId
    return (
      row !== undefined &&
      local !== undefined &&
      prepared === undefined &&
      !row.deleted &&
      [row.parentId, folder].every((id) => id === rowParent) &&
      local.parentId === localParent &&
      [row.name, local.name].every((one) => one === name) &&
      [row.content, local.content].every((one) => one === content) &&
      (kind === 'folder' || (row.modified === link.modified && local.modified === link.localModified))
    )
  }
}

const copy = <T extends object>(item: T | undefined): T | undefined => item && { ...item }
const copies = <T extends object>(items: ReadonlyMap<unknown, T>): T[] =>
  [...items.values()].map((item) => ({ ...item }))

function merge<Key, Value>(into: Map<Key, Value>, changes: ReadonlyMap<Key, Value | undefined>): void {
  for (const [key, value] of changes)
    if (value === undefined) into.delete(key)
    else into.set(key, value)
}
