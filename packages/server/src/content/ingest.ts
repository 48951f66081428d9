import { createHash } from 'node:crypto'
import { CUTTER_VERSION, MIN_CHUNK } from '@holdfast/api/cutter'
import type { RootId } from '@holdfast/api/ids'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { ChunkId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import type { CutterPool, CutterStream } from './cutter-pool.ts'
import { findStoredChunk, insertPendingChunk } from './queries.ts'
import type { Slab, SlabBudget, SlabPool } from './slabs.ts'

/** Smaller chunks are rows, flushed by the commit that needs them; a blob each would cost a flush each. */
export const INLINE_BELOW = 64 * 1024
const STORING_AT_ONCE = 3

export interface ContentStore {
  db: Database
  blobs: BlobStore
  cutters: CutterPool
  slabs: SlabPool
  now: () => number
  randomKey: () => string
}

export interface StagedChunk {
  sha256: Buffer
  size: number
  /** The bytes themselves, for the row that the commit makes. */
  data: Buffer | undefined
  /** The row made before the blob was written; none when the root already held these bytes. */
  pending: ChunkId | undefined
}

/** Bytes that are durable but belong to no file until a transaction says so. */
export interface StagedContent {
  size: number
  /** Names the content as a whole: a hash over the hashes of its chunks. */
  id: Buffer
  chunks: StagedChunk[]
}

/** Takes a stream of bytes in, cut and hashed, with a few MiB of memory whatever its length. */
export class Ingest {
  readonly #store: ContentStore
  readonly #rootId: RootId
  readonly #maxSize: number
  #size = 0
  #small: Buffer[] = []
  #large: LargeIngest | undefined

  constructor(store: ContentStore, rootId: RootId, maxSize: number) {
    this.#store = store
    this.#rootId = rootId
    this.#maxSize = maxSize
  }

  /** Throws `policy_error` over the size limit. A promise asks the sender to pause until it resolves. */
  write(bytes: Buffer): Promise<void> | undefined {
    this.#size += bytes.length
    if (this.#size > this.#maxSize) fail('policy_error', 'The file is larger than the organization allows.')
    if (this.#large) return this.#large.write(bytes)
    this.#small.push(bytes)
    return this.#size > MIN_CHUNK ? this.#grow() : undefined
  }

  /** Nothing shorter than the smallest chunk is ever cut, so it needs no thread and no slab until here. */
  async #grow(): Promise<void> {
    this.#large = await LargeIngest.open(this.#store, this.#rootId)
    for (const bytes of this.#small.splice(0)) await this.#large.write(bytes)
  }

  async finish(): Promise<StagedContent> {
    const chunks = this.#large ? await this.#large.finish() : await this.#finishSmall()
    const id = createHash('sha256').update(`holdfast content ${CUTTER_VERSION}\n`)
    for (const chunk of chunks) id.update(chunk.sha256)
    return { size: this.#size, id: id.digest(), chunks }
  }

  async #finishSmall(): Promise<StagedChunk[]> {
    if (this.#size === 0) return []
    const hash = createHash('sha256')
    for (const bytes of this.#small) hash.update(bytes)
    return [await stage(this.#store, this.#rootId, hash.digest(), this.#size, this.#small)]
  }

  /** Gives memory and thread back; what was stored is left to the sweep. */
  async abandon(): Promise<void> {
    this.#small = []
    await this.#large?.close()
  }
}

/** Makes one chunk durable, unless the root already holds it or its row will carry the bytes. */
async function stage(
  { db, blobs, now, randomKey }: ContentStore,
  rootId: RootId,
  sha256: Buffer,
  size: number,
  parts: readonly Buffer[],
): Promise<StagedChunk> {
  if (size < INLINE_BELOW) return { sha256, size, data: Buffer.concat(parts), pending: undefined }
  if (await findStoredChunk(db.read, rootId, sha256))
    return { sha256, size, data: undefined, pending: undefined }
  const key = randomKey()
  // The row first: a blob without a row would be garbage that nobody knows of.
  const pending = await db.write((tx) => insertPendingChunk(tx, { rootId, sha256, size, key, at: now() }))
  await blobs.put(key, parts)
  return { sha256, size, data: undefined, pending }
}

class LargeIngest {
  readonly #store: ContentStore
  readonly #rootId: RootId
  readonly #stream: CutterStream
  readonly #budget: SlabBudget
  #filling: Slab
  #filled = 0
  #cutting: Promise<void> = Promise.resolve()
  #parts: { slab: Slab; bytes: Buffer }[] = []
  readonly #staged: Promise<StagedChunk>[] = []
  readonly #storing = new Set<Promise<unknown>>()

  static async open(store: ContentStore, rootId: RootId): Promise<LargeIngest> {
    const budget = await store.slabs.enter()
    return new LargeIngest(store, rootId, budget, await budget.take())
  }

  private constructor(store: ContentStore, rootId: RootId, budget: SlabBudget, first: Slab) {
    this.#store = store
    this.#rootId = rootId
    this.#stream = store.cutters.openStream()
    this.#budget = budget
    this.#filling = first
  }

  write(bytes: Buffer): Promise<void> | undefined {
    const room = this.#filling.bytes.length - this.#filled
    if (bytes.length >= room) return this.#turnOver(bytes, room)
    bytes.copy(this.#filling.bytes, this.#filled)
    this.#filled += bytes.length
    return undefined
  }

  async #turnOver(bytes: Buffer, room: number): Promise<void> {
    bytes.copy(this.#filling.bytes, this.#filled, 0, room)
    const full = this.#filling
    // One slab is cut while the next one fills.
    await this.#cutting
    this.#cutting = this.#cut(full, full.bytes.length, false)
    // Handled where it is awaited next; until then it must not count as unhandled.
    this.#cutting.catch(() => {})
    this.#filling = await this.#budget.take()
    this.#filled = 0
    if (bytes.length > room) await this.write(bytes.subarray(room))
  }

  async #cut(slab: Slab, length: number, last: boolean): Promise<void> {
    const cuts = await this.#stream.cut(slab.memory, length, last)
    let start = 0
    for (const { end, sha256 } of cuts) {
      this.#addPart(slab, start, end)
      start = end
      while (this.#storing.size >= STORING_AT_ONCE) await Promise.race(this.#storing)
      this.#storeChunk(Buffer.from(sha256))
    }
    this.#addPart(slab, start, length)
    slab.release()
  }

  #addPart(slab: Slab, start: number, end: number): void {
    if (start < end) this.#parts.push({ slab: slab.retain(), bytes: slab.bytes.subarray(start, end) })
  }

  #storeChunk(sha256: Buffer): void {
    const parts = this.#parts.splice(0)
    const bytes = parts.map((part) => part.bytes)
    const size = bytes.reduce((sum, part) => sum + part.length, 0)
    const stored = stage(this.#store, this.#rootId, sha256, size, bytes).finally(() => {
      this.#storing.delete(stored)
      for (const { slab } of parts) slab.release()
    })
    stored.catch(() => {})
    this.#storing.add(stored)
    this.#staged.push(stored)
  }

  async finish(): Promise<StagedChunk[]> {
    await this.#cutting
    await this.#cut(this.#filling, this.#filled, true)
    const chunks = await Promise.all(this.#staged)
    this.#budget.leave()
    return chunks
  }

  async close(): Promise<void> {
    this.#stream.abandon()
    await Promise.allSettled([this.#cutting, ...this.#staged])
    this.#budget.leave()
  }
}
