import { Listeners } from '../../platform/listeners.ts'

/** A long list of which only the pages in view are there. Rows are asked for by place, so that any place is one request away. */
export interface PageOf<Item> {
  results: readonly Item[]
  total: number
}

export type LoadPage<Item> = (page: number, signal: AbortSignal) => Promise<PageOf<Item>>

export const PAGE_SIZE = 100
/** A browser has six connections; uploads and the rest need theirs. */
const AT_ONCE = 2
const KEPT = 60

interface Page<Item> {
  items: readonly Item[]
  /** Something has changed since: it is shown until the new one is there. */
  stale: boolean
}

export class Pages<Item extends { id: number }> {
  /** Undefined until the first page is there. */
  total: number | undefined
  error: unknown
  /** Counts up with every change: what a view compares. */
  version = 0
  readonly #load: LoadPage<Item>
  readonly #pages = new Map<number, Page<Item>>()
  readonly #underWay = new Map<number, AbortController>()
  readonly #listeners = new Listeners()
  #wanted: readonly number[] = [1]
  #closed = false

  constructor(load: LoadPage<Item>) {
    this.#load = load
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener)
  readonly getVersion = (): number => this.version

  at(index: number): Item | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE) + 1)?.items[index % PAGE_SIZE]
  }

  /** By its id, among what is there, with its place. */
  find(id: number): { item: Item; index: number } | undefined {
    for (const [page, { items }] of this.#pages) {
      const n = items.findIndex((item) => item.id === id)
      const item = items[n]
      if (item) return { item, index: (page - 1) * PAGE_SIZE + n }
    }
    return undefined
  }

  /** Asks for these rows, and no more for those that were scrolled past. */
  want(first: number, end: number): void {
    const pages = []
    const last = Math.max(first, end - 1)
    for (let page = Math.floor(first / PAGE_SIZE); page <= Math.floor(last / PAGE_SIZE); page++)
      pages.push(page + 1)
    this.#wanted = pages
    for (const [page, request] of this.#underWay)
      if (!pages.includes(page)) {
        request.abort()
        this.#underWay.delete(page)
      }
    this.#next()
  }

  /** All of it may be different now. What is in view is asked for again and shown as it was until then. */
  refresh(): void {
    for (const page of this.#pages.values()) page.stale = true
    for (const request of this.#underWay.values()) request.abort()
    this.#underWay.clear()
    this.error = undefined
    this.#next()
  }

  /** The rows of a range, all of them: those that are not there are fetched. */
  async range(first: number, last: number, signal: AbortSignal): Promise<Item[]> {
    for (let page = Math.floor(first / PAGE_SIZE) + 1; page <= Math.floor(last / PAGE_SIZE) + 1; page++) {
      if (this.#pages.has(page)) continue
      this.#take(page, await this.#load(page, signal))
    }
    return Array.from({ length: last - first + 1 }, (_, n) => this.at(first + n)).filter(
      (item) => item !== undefined,
    )
  }

  /** Shows an item as it will be, before the server has said so. */
  patch(id: number, change: Partial<Item>): void {
    for (const page of this.#pages.values())
      if (page.items.some((item) => item.id === id))
        page.items = page.items.map((item) => (item.id === id ? { ...item, ...change } : item))
    this.#tell()
  }

  close(): void {
    this.#closed = true
    for (const request of this.#underWay.values()) request.abort()
    this.#listeners.clear()
  }

  #next(): void {
    const exists = (page: number) =>
      page === 1 || (page - 1) * PAGE_SIZE < (this.total ?? Number.POSITIVE_INFINITY)
    const missing = this.#wanted.filter(
      (page) => exists(page) && !this.#underWay.has(page) && (this.#pages.get(page)?.stale ?? true),
    )
    for (const page of missing.slice(0, AT_ONCE - this.#underWay.size)) void this.#fetch(page)
  }

  async #fetch(page: number): Promise<void> {
    const request = new AbortController()
    this.#underWay.set(page, request)
    try {
      const found = await this.#load(page, request.signal)
      if (request.signal.aborted || this.#closed) return
      this.#underWay.delete(page)
      this.error = undefined
      this.#take(page, found)
    } catch (error) {
      if (request.signal.aborted || this.#closed) return
      this.#underWay.delete(page)
      // Pages behind the end of a list that has become shorter.
      if (page > 1 && isOutOfRange(error)) {
        this.#pages.delete(page)
        if (!this.#underWay.has(1)) await this.#fetch(1)
        return
      }
      this.error = error
      this.#tell()
      return
    }
    this.#next()
  }

  #take(page: number, { results, total }: PageOf<Item>): void {
    this.total = total
    // Again at the end: the first ones are those that were used longest ago.
    this.#pages.delete(page)
    this.#pages.set(page, { items: results, stale: false })
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= KEPT) break
      if (!this.#wanted.includes(old)) this.#pages.delete(old)
    }
    this.#tell()
  }

  #tell(): void {
    this.version++
    this.#listeners.tell()
  }
}

const isOutOfRange = (error: unknown): boolean => (error as { status?: number }).status === 400
