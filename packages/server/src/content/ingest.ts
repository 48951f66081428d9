import { createHash } from 'node:crypto'
import { MIN_CHUNK } from '@holdfast/api/cutter'
import type { RootId } from '@holdfast/api/ids'
import type { BlobStore } from '../blobs/blob-store.ts'
import { fail } from '../errors.ts'
import { startContentId } from './content-id.ts'
import type { CutterPool, CutterStream } from './cutter-pool.ts'
import { findStoredChunk, type ReservedBlob } from './queries.ts'
import { BlobReserve, type ReserveStore } from './reserve.ts'
import type { Slab, SlabBudget, SlabPool } from './slabs.ts'

/** Smaller chunks are rows, flushed by the commit that needs them; a blob each would cost a flush each. */
export const INLINE_BELOW = 64 * 1024
const STORING_AT_ONCE = 3

export interface ContentStore extends ReserveStore {
  blobs: BlobStore
  cutters: CutterPool
  slabs: SlabPool
}

export interface StagedChunk {
  sha256: Buffer
  size: number
  /** The bytes themselves, for the row that the commit makes. */
  data: Buffer | undefined
  /** Where they are stored; none when the root already held them. */
  blob: ReservedBlob | undefined
}

/** Bytes that are durable but belong to no file until a transaction says so. */
export interface StagedContent {
  size: number
  /** Names the content as a whole: a hash over the hashes of its chunks. */
  id: Buffer
  chunks: StagedChunk[]
  /** Reserved for this content and not needed. */
  unused: readonly ReservedBlob[]
}

/** Takes a stream of bytes in, cut and hashed, with a few MiB of memory whatever its length. */
export class Ingest {
  readonly #store: ContentStore
  readonly #rootId: RootId
  readonly #maxSize: number
  readonly #reserve: BlobReserve
  #size = 0
  #small: Buffer[] = []
  #large: LargeIngest | undefined
  #writing: Promise<void> | undefined

  constructor(store: ContentStore, rootId: RootId, maxSize: number) {
    this.#store = store
    this.#rootId = rootId
    this.#maxSize = maxSize
    this.#reserve = new BlobReserve(store, rootId)
  }

  /**
   * Throws `policy_error` over the size limit. A promise asks the sender to pause until it resolves; what is
   * written all the same waits its turn.
   */
  write(bytes: Buffer): Promise<void> | undefined {
    this.#size += bytes.length
    if (this.#size > this.#maxSize) fail('policy_error', 'The file is larger than the organization allows.')
    const pause = this.#writing ? this.#writing.then(() => this.#take(bytes)) : this.#take(bytes)
    if (!pause) return undefined
    const writing = pause.finally(() => {
      if (this.#writing === writing) this.#writing = undefined
    })
    this.#writing = writing
    return writing
  }

  #take(bytes: Buffer): Promise<void> | undefined {
    if (this.#large) return this.#large.write(bytes)
    this.#small.push(bytes)
    return this.#size > MIN_CHUNK ? this.#grow() : undefined
  }

  /** Nothing shorter than the smallest chunk is ever cut, so it needs no thread and no slab until here. */
  async #grow(): Promise<void> {
    this.#large = await LargeIngest.open(this.#store, this.#rootId, this.#reserve)
    for (const bytes of this.#small.splice(0)) await this.#large.write(bytes)
  }

  async finish(): Promise<StagedContent> {
    await this.#writing
    const chunks = this.#large ? await this.#large.finish() : await this.#finishSmall()
    const id = startContentId()
    let size = 0
    for (const chunk of chunks) {
      id.update(chunk.sha256)
      size += chunk.size
    }
    if (size !== this.#size) throw new Error(`Of ${this.#size} bytes received, ${size} were stored`)
    return { size, id: id.digest(), chunks, unused: this.#reserve.unused }
  }

  async #finishSmall(): Promise<StagedChunk[]> {
    if (this.#size === 0) return []
    const hash = createHash('sha256')
    for (const bytes of this.#small) hash.update(bytes)
    return [await stage(this.#store, this.#rootId, this.#reserve, hash.digest(), this.#small)]
  }

  /** Gives memory and thread back; what was stored is left to the sweep. */
  async abandon(): Promise<void> {
    // Memory may only now be coming its way; taken and never given back, it would be lost to all others.
    await this.#writing?.catch(() => {})
    this.#small = []
    await this.#large?.close()
  }
}

/** Makes one chunk durable, unless the root already holds it or its row will carry the bytes. */
async function stage(
  { db, blobs }: ContentStore,
  rootId: RootId,
  reserve: BlobReserve,
  sha256: Buffer,
  parts: readonly Buffer[],
): Promise<StagedChunk> {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  if (size < INLINE_BELOW) return { sha256, size, data: Buffer.concat(parts), blob: undefined }
  if (await findStoredChunk(db.read, rootId, sha256))
    return { sha256, size, data: undefined, blob: undefined }
  // The row first: a blob without a row would be garbage that nobody knows of.
  const blob = await reserve.take()
  await blobs.put(blob.key, parts)
  return { sha256, size, data: undefined, blob }
}

interface Part {
  slab: Slab
  bytes: Buffer
}

/** Content of more than one chunk. Slabs go round: filled here, cut on the other thread, written to the store. */
class LargeIngest {
  readonly #store: ContentStore
  readonly #rootId: RootId
  readonly #reserve: BlobReserve
  readonly #stream: CutterStream
  readonly #budget: SlabBudget
  #filling: Slab | undefined
  #filled = 0
  #cutting: Promise<void> = Promise.resolve()
  #parts: Part[] = []
  readonly #staged: Promise<StagedChunk>[] = []
  /** By hash: a content may hold a chunk many times, as a file of zeros does. */
  readonly #known = new Map<string, Promise<StagedChunk>>()
  readonly #storing = new Set<Promise<unknown>>()
  #failure: { error: unknown } | undefined

  static async open(store: ContentStore, rootId: RootId, reserve: BlobReserve): Promise<LargeIngest> {
    return new LargeIngest(store, rootId, reserve, await store.slabs.enter())
  }

  private constructor(store: ContentStore, rootId: RootId, reserve: BlobReserve, budget: SlabBudget) {
    this.#store = store
    this.#rootId = rootId
    this.#reserve = reserve
    this.#stream = store.cutters.openStream()
    this.#budget = budget
  }

  /** Waits for slabs only: the sender is held to the pace of cutting and storing, not to each step of them. */
  write(bytes: Buffer): Promise<void> | undefined {
    this.#throwIfFailed()
    for (let at = 0; at < bytes.length; ) {
      this.#filling ??= this.#budget.tryTake()
      if (!this.#filling) return this.#writeLater(bytes.subarray(at))
      const copied = bytes.copy(this.#filling.bytes, this.#filled, at)
      at += copied
      this.#filled += copied
      if (this.#filled === this.#filling.bytes.length) this.#cutLater(this.#filling, false)
    }
    return undefined
  }

  async #writeLater(bytes: Buffer): Promise<void> {
    this.#filling = await this.#budget.take()
    await this.write(bytes)
  }

  #cutLater(slab: Slab, last: boolean): void {
    const length = this.#filled
    this.#filling = undefined
    this.#filled = 0
    this.#cutting = this.#cutting
      .then(() => this.#cut(slab, length, last))
      .catch((error) => this.#fail(error))
  }

  async #cut(slab: Slab, length: number, last: boolean): Promise<void> {
    try {
      this.#throwIfFailed()
      let start = 0
      for (const { end, sha256 } of await this.#stream.cut(slab.memory, length, last)) {
        this.#addPart(slab, start, end)
        start = end
        while (this.#storing.size >= STORING_AT_ONCE) await Promise.race(this.#storing)
        this.#storeChunk(Buffer.from(sha256))
      }
      this.#addPart(slab, start, length)
    } finally {
      slab.release()
    }
  }

  #addPart(slab: Slab, start: number, end: number): void {
    if (start < end) this.#parts.push({ slab: slab.retain(), bytes: slab.bytes.subarray(start, end) })
  }

  #storeChunk(sha256: Buffer): void {
    const parts = this.#parts.splice(0)
    const hex = sha256.toString('hex')
    const known = this.#known.get(hex)
    if (known) releaseAll(parts)
    const staged = known ?? this.#stageParts(sha256, parts)
    this.#known.set(hex, staged)
    this.#staged.push(staged)
  }

  #stageParts(sha256: Buffer, parts: readonly Part[]): Promise<StagedChunk> {
    const bytes = parts.map((part) => part.bytes)
    const staged = stage(this.#store, this.#rootId, this.#reserve, sha256, bytes).finally(() => {
      this.#storing.delete(staged)
      releaseAll(parts)
    })
    staged.catch((error) => this.#fail(error))
    this.#storing.add(staged)
    return staged
  }

  /** Noticed by the next write, so that a sender does not go on for long. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
  }

  #throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }

  async finish(): Promise<StagedChunk[]> {
    this.#cutLater(this.#filling ?? (await this.#budget.take()), true)
    await this.#cutting
    const chunks = await Promise.all(this.#staged)
    this.#throwIfFailed()
    this.#budget.leave()
    return chunks
  }

  async close(): Promise<void> {
    this.#stream.abandon()
    await this.#cutting
    await Promise.allSettled(this.#staged)
    releaseAll(this.#parts.splice(0))
    this.#filling?.release()
    this.#filling = undefined
    this.#budget.leave()
  }
}

function releaseAll(parts: readonly Part[]): void {
  for (const { slab } of parts) slab.release()
}
