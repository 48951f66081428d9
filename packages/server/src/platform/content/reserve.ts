import type { RootId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import { type BlobKey, blobKey } from '../basics/blob-key.ts'
import type { Database } from '../db/database.ts'
import { insertReservedChunks, type ReservedBlob } from './queries.ts'

const MOST_AT_ONCE = 64
/** Far less than the sweep lets a row stay idle: a blob written after that would be one that nobody knows of. */
const FRESH_MS = HOUR_MS

export interface ReserveStore {
  db: Database
  now: () => number
  randomKey: () => BlobKey
}

/** Reserves keys for the blobs of one upload, ever more at a time: each time costs a flush of the database. */
export class BlobReserve {
  readonly #store: ReserveStore
  readonly #rootId: RootId
  #free: ReservedBlob[] = []
  #freeSince = 0
  #next: number
  #filling: Promise<void> | undefined

  /** `first`: so many are needed, where that is known. */
  constructor(store: ReserveStore, rootId: RootId, first = 1) {
    this.#store = store
    this.#rootId = rootId
    this.#next = Math.min(Math.max(1, first), MOST_AT_ONCE)
  }

  async take(): Promise<ReservedBlob> {
    for (;;) {
      const age = this.#store.now() - this.#freeSince
      const free = age < FRESH_MS ? this.#free.pop() : undefined
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
    const at = now()
    // They begin alike, and so are in one folder of a disk: blobs that are written at once share its flushes.
    const place = randomKey().slice(0, 2)
    const keys = Array.from({ length: this.#next }, () => blobKey(place + randomKey().slice(2)))
    this.#next = Math.min(this.#next * 2, MOST_AT_ONCE)
    // Those left are too old to be written to.
    this.#free = await db.write((tx) => insertReservedChunks(tx, this.#rootId, keys, at))
    this.#freeSince = at
  }
}
