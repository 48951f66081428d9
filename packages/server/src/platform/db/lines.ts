import type { Lines } from '../lines.ts'
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
