import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Lines } from '../basics/lines.ts'
import type { Tx } from './database.ts'
import { Slot } from './slots.ts'

/** A row that many may want, with how many of a process: more in the database would only hold connections of others. */
export interface WantedRow {
  key: string
  most: number
}
export const rowOfRoot = (id: RootId): WantedRow => ({ key: `root ${id}`, most: 4 })
/** A transaction that records something has this row until the commit, so more than a few at once are no faster. */
export const rowOfOrganization = (id: OrganizationId): WantedRow => ({ key: `organization ${id}`, most: 6 })

/** Thrown in a transaction that is to wait for its turn outside of the database, and to begin again then. */
export class InLine extends Error {
  readonly row: WantedRow

  constructor(row: WantedRow) {
    super(`It is not the turn of this transaction at ${row.key}`)
    this.row = row
  }
}

/** The places at rows that one transaction has. */
export class Places {
  readonly #lines: Lines
  readonly #keys = new Set<string>()

  constructor(lines: Lines) {
    this.#lines = lines
  }

  take(row: WantedRow): void {
    if (this.#keys.has(row.key)) return
    if (!this.#lines.take(row.key, row.most)) throw new InLine(row)
    this.#keys.add(row.key)
  }

  /** Waits for one and keeps those it has. To be called for one kind of rows only, else some might wait in a circle. */
  async join({ key, most }: WantedRow, ms: number): Promise<void> {
    if (this.#keys.has(key)) return
    await this.#lines.wait(key, most, ms)
    this.#keys.add(key)
  }

  /** Leaves the others meanwhile: nobody who waits keeps anybody waiting. */
  async wait(row: WantedRow, ms: number): Promise<void> {
    this.leave()
    await this.join(row, ms)
  }

  leave(): void {
    for (const key of this.#keys) this.#lines.leave(key)
    this.#keys.clear()
  }
}

/** Undefined on SQLite, which has one writer anyway. */
export const PLACES = new Slot<Places | undefined>({ begin: (around) => around })

/** To be called before a row is locked that many may want. Throws where it is the turn of others. */
export const takePlaceAt = (tx: Tx, row: WantedRow): void => PLACES.of(tx)?.take(row)
