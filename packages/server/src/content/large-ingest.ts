import type { RootId } from '@holdfast/api/ids'
import type { CutterStream } from './cutter-pool.ts'
import type { BlobReserve } from './reserve.ts'
import type { Slab, SlabBudget } from './slabs.ts'
import { type ContentStore, type StagedChunk, stage } from './staged.ts'

const STORING_AT_ONCE = 3

interface Part {
  slab: Slab
  bytes: Buffer
}

/** Content of more than one chunk. Slabs go round: filled here, cut on the other thread, written to the store. */
export class LargeIngest {
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
  readonly #durable = new Map<Promise<StagedChunk>, StagedChunk>()
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
    staged.then(
      (chunk) => this.#durable.set(staged, chunk),
      (error) => this.#fail(error),
    )
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

  takeStaged(): StagedChunk[] {
    const pending = this.#staged.findIndex((staged) => !this.#durable.has(staged))
    const taken = this.#staged.splice(0, pending === -1 ? this.#staged.length : pending)
    return taken.map((staged) => this.#durable.get(staged) as StagedChunk)
  }

  async suspend(): Promise<{ chunks: StagedChunk[]; tail: Buffer }> {
    if (this.#filling && this.#filled > 0) this.#cutLater(this.#filling, false)
    await this.#cutting
    const chunks = await Promise.all(this.#staged)
    this.#throwIfFailed()
    const tail = Buffer.concat(this.#parts.map(({ bytes }) => bytes))
    await this.close()
    return { chunks, tail }
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
