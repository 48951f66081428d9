import type { EntryId } from '@holdfast/api/ids'
import type { Link } from '../../src/core/links.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import type { RemoteRow } from '../../src/core/remote-tree.ts'
import type { Intent, KnownFile, Position, Store, StoreChanges, Stored } from '../../src/ports/store.ts'
import type { AtOnce } from './lane.ts'

/** What outlives the process. */
export class ModelStore implements AtOnce<Store> {
  #position: Position | undefined
  #rows = new Map<EntryId, RemoteRow>()
  #links = new Map<EntryId, Link>()
  #files = new Map<LocalId, KnownFile>()
  #intents = new Map<string, Intent>()
  #leftovers: readonly LocalId[] = []
  #deselected: readonly EntryId[] = []
  #unread: readonly EntryId[] = []
  #opCount = 0

  load(): Stored {
    return {
      position: this.#position,
      rows: [...this.#rows.values()],
      links: [...this.#links.values()],
      files: [...this.#files],
      intents: [...this.#intents.values()],
      leftovers: this.#leftovers,
      deselected: this.#deselected,
      unread: this.#unread,
      opCount: this.#opCount,
    }
  }

  commit({
    position,
    rows,
    links,
    files,
    intents,
    leftovers,
    deselected,
    unread,
    opCount,
  }: StoreChanges): void {
    this.#position = position
    merge(this.#rows, rows)
    merge(this.#links, links)
    merge(this.#files, files)
    merge(this.#intents, intents)
    this.#leftovers = leftovers
    this.#deselected = deselected
    this.#unread = unread
    this.#opCount = opCount
  }
}

function merge<Key, Value>(into: Map<Key, Value>, changes: ReadonlyMap<Key, Value | undefined>): void {
  for (const [key, value] of changes)
    if (value === undefined) into.delete(key)
    else into.set(key, value)
}
