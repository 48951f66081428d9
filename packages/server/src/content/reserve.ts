import type { RootId } from '@holdfast/api/ids'
import type { Database } from '../db/database.ts'
import { insertReservedChunks, type ReservedBlob } from './queries.ts'

const MOST_AT_ONCE = 64

export interface ReserveStore {
  db: Database
  now: () => number
  randomKey: () => string
}

/** Reserves keys for the blobs of one upload, ever more at a time: each time costs a flush of the database. */
export class BlobReserve {
  readonly #store: ReserveStore
  readonly #rootId: RootId
  readonly #free: ReservedBlob[] = []
  #next = 1
  #filling: Promise<void> | undefined

  constructor(store: ReserveStore, rootId: RootId) {
    this.#store = store
    this.#rootId = rootId
  }

  async take(): Promise<ReservedBlob> {
    for (;;) {
      const free = this.#free.pop()
      if (free) return free
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined
      })
      await this.#filling
    }
  }

  /** Keys that nothing was written under. */
  get unused(): readonly ReservedBlob[] {
    return this.#free
  }

  async #fill(): Promise<void> {
    const { db, now, randomKey } = this.#store
    const keys = Array.from({ length: this.#next }, randomKey)
    this.#next = Math.min(this.#next * 2, MOST_AT_ONCE)
    this.#free.push(...(await db.write((tx) => insertReservedChunks(tx, this.#rootId, keys, now()))))
  }
}
