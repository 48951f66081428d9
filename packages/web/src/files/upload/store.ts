import { isEnded } from '../../core/upload/machine-change.ts'
import type { Batch, Item, State } from '../../core/upload/machine-types.ts'
import { uploadsOf } from '../../platform/kept.ts'

/** A batch as it is kept, with the tab that works at it and what its files can be found by. */
interface KeptBatch extends Batch {
  tab: string
  handles: FileSystemHandle[]
}

export interface Left {
  batches: KeptBatch[]
  items: Item[]
}

const TAB = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
const lockOf = (tab: string): string => `holdfast-tab-${tab}`
const SAVE_MS = 500
/** So that what is kept of a hundred thousand holds nothing up. */
const MOST_AT_ONCE = 1000

/** The queue in IndexedDB: it outlives the page, one queue for each account. */
export class Store {
  readonly #db: Promise<IDBDatabase>
  readonly #handles = new Map<number, FileSystemHandle[]>()
  readonly #stateNow: () => State
  #saved: State['pages'] = []
  #first = 0
  #batches: State['batches'] = new Map()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(account: number, stateNow: () => State) {
    this.#stateNow = stateNow
    this.#db = openDatabase(uploadsOf(account))
    this.#db.catch(() => {})
    // Held as long as the tab lives, so that others can tell what was left behind.
    navigator.locks?.request(lockOf(TAB), () => new Promise(() => {})).catch(() => {})
  }

  keepHandles(batch: number, handles: FileSystemHandle[]): void {
    this.#handles.set(batch, handles)
  }
  handlesOf = (batch: number): FileSystemHandle[] => this.#handles.get(batch) ?? []

  /** What tabs that are gone have left, which belongs to this one from now on. */
  async takeLeft(): Promise<Left> {
    const db = await this.#db
    const reading = db.transaction(['batches', 'items'])
    const batches = (await done(reading.objectStore('batches').getAll())) as KeptBatch[]
    const items = (await done(reading.objectStore('items').getAll())) as Item[]
    const gone = new Set<string>()
    for (const tab of new Set(batches.map((batch) => batch.tab))) if (await isGone(tab)) gone.add(tab)
    const mine = batches.filter(({ tab }) => gone.has(tab))
    const ids = new Set(mine.map(({ id }) => id))
    for (const { id, handles } of mine) this.#handles.set(id, handles)
    const writing = db.transaction(['batches', 'items'], 'readwrite')
    for (const batch of mine) writing.objectStore('batches').put({ ...batch, tab: TAB })
    const known = new Set(batches.map(({ id }) => id))
    for (const { batch, path } of items)
      if (!known.has(batch)) writing.objectStore('items').delete([batch, path])
    return { batches: mine, items: items.filter(({ batch }) => ids.has(batch)) }
  }

  /** Soon, and only what has changed since the last time. */
  save(): void {
    this.#timer ??= setTimeout(async () => {
      const more = await this.#write().catch(() => false)
      this.#timer = undefined
      if (more) this.save()
    }, SAVE_MS)
  }

  async #write(): Promise<boolean> {
    const db = await this.#db
    const state = this.#stateNow()
    const { changed, more } = this.#changed(state)
    const writing = db.transaction(['batches', 'items'], 'readwrite', { durability: 'relaxed' })
    const batches = writing.objectStore('batches')
    for (const [id, batch] of state.batches)
      if (this.#batches.get(id) !== batch) batches.put({ ...batch, tab: TAB, handles: this.handlesOf(id) })
    for (const id of this.#batches.keys()) if (!state.batches.has(id)) batches.delete(id)
    this.#batches = state.batches
    const items = writing.objectStore('items')
    for (const item of changed) isKept(item) ? items.put(item) : items.delete([item.batch, item.path])
    await done(writing)
    return more
  }

  #changed(state: State): { changed: Item[]; more: boolean } {
    // Started again, there is nothing to compare with: all that was kept had ended.
    if (state.first !== this.#first) this.#saved = []
    this.#first = state.first
    const changed: Item[] = []
    const saved: (readonly Item[])[] = []
    state.pages.forEach((page, n) => {
      const before = this.#saved[n] ?? []
      const isFull = changed.length > MOST_AT_ONCE
      saved.push(isFull ? before : page)
      if (page === before || isFull) return
      page.forEach((item, at) => {
        if (isNews(item, before[at])) changed.push(item)
      })
    })
    this.#saved = saved
    return { changed, more: saved.some((page, n) => page !== state.pages[n]) }
  }
}

/** How far it has come is the server's to tell. */
const isNews = (item: Item, before: Item | undefined): boolean =>
  !before || item.status !== before.status || item.url !== before.url || item.makes !== before.makes

/** Of what has ended, only what the server is still to forget. */
const isKept = (item: Item): boolean => !isEnded(item) || (item.url !== undefined && item.status !== 'done')

async function isGone(tab: string): Promise<boolean> {
  if (tab === TAB) return false
  if (!navigator.locks) return true
  return navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => lock !== null)
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('batches', { keyPath: 'id' })
    opening.result.createObjectStore('items', { keyPath: ['batch', 'path'] })
  }
  opening.addEventListener('success', () => {
    // Whoever signs out deletes it, in whichever tab: nothing more is kept then.
    opening.result.onversionchange = () => opening.result.close()
  })
  return done(opening)
}

function done<T>(what: IDBRequest<T>): Promise<T>
function done(what: IDBTransaction): Promise<void>
function done<T>(what: IDBRequest<T> | IDBTransaction): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    what.onerror = () => reject(what.error)
    if (what instanceof IDBTransaction) {
      what.oncomplete = () => resolve(undefined)
      what.onabort = () => reject(what.error)
    } else what.onsuccess = () => resolve(what.result)
  })
}
