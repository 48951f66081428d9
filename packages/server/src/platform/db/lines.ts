import { Outage } from '../outage.ts'
import type { Db, Tx } from './database.ts'

/** Of one root: more of them in the database would only hold connections that others could use. */
const AT_ONE_ROW = 4

/** Thrown in a transaction that is to wait for its turn outside of the database, and to begin again then. */
export class InLine extends Error {
  readonly key: string

  constructor(key: string) {
    super(`It is not the turn of this transaction at ${key}`)
    this.key = key
  }
}

/** Places in this process for what only a few shall do at once; who comes first has one first. */
export class Lines {
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  take(key: string, most: number): boolean {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= most) return false
    this.#taken.set(key, taken + 1)
    return true
  }

  /** Rejects with an Outage after so long; 0 is for ever. */
  async wait(key: string, most: number, ms: number): Promise<void> {
    if (this.take(key, most)) return
    const turn = Promise.withResolvers<void>()
    const line = this.#waiting.get(key) ?? []
    this.#waiting.set(key, line)
    line.push(turn.resolve)
    const late = () => {
      const place = line.indexOf(turn.resolve)
      // Else its turn has just come.
      if (place === -1) return
      line.splice(place, 1)
      if (line.length === 0) this.#waiting.delete(key)
      turn.reject(new Outage('database_busy', `too long in line at ${key}`))
    }
    const timer = ms > 0 ? setTimeout(late, ms) : undefined
    await turn.promise.finally(() => clearTimeout(timer))
  }

  /** The next in line takes the place over. */
  leave(key: string): void {
    const line = this.#waiting.get(key)
    const next = line?.shift()
    if (line?.length === 0) this.#waiting.delete(key)
    const taken = (this.#taken.get(key) ?? 1) - 1
    if (next) next()
    else if (taken > 0) this.#taken.set(key, taken)
    else this.#taken.delete(key)
  }
}

/** The places at rows that one transaction has. */
export class Places {
  readonly #lines: Lines
  readonly #keys = new Set<string>()

  constructor(lines: Lines) {
    this.#lines = lines
  }

  take(key: string): void {
    if (this.#keys.has(key)) return
    if (!this.#lines.take(key, AT_ONE_ROW)) throw new InLine(key)
    this.#keys.add(key)
  }

  /** Leaves the others meanwhile: nobody who waits keeps anybody waiting. */
  async wait(key: string, ms: number): Promise<void> {
    this.leave()
    await this.#lines.wait(key, AT_ONE_ROW, ms)
    this.#keys.add(key)
  }

  leave(): void {
    for (const key of this.#keys) this.#lines.leave(key)
    this.#keys.clear()
  }
}

const places = new WeakMap<Db, Places>()

export const givePlaces = (tx: Tx, held: Places): void => {
  places.set(tx, held)
}

/** To be called before a row is locked that many may want. Throws where it is the turn of others; SQLite has one writer anyway. */
export const takePlaceAt = (tx: Tx, row: string): void => places.get(tx)?.take(row)
