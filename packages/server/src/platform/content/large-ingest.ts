import type { FileHandle } from 'node:fs/promises'
import type { RootId } from '@holdfast/api/ids'
import type { CutterStream } from './cutter-pool.ts'
import { openNamelessFile, readFully, writeFully } from './nameless-file.ts'
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
  /** None while it has no place among those that hold memory. */
  #budget: SlabBudget | undefined
  #leaving: Promise<void> | undefined
  #ending = false
  #file: FileHandle | undefined
  /** So many bytes of the chunk that has begun lie in the file. */
  #spilled = 0
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

  constructor(store: ContentStore, rootId: RootId, reserve: BlobReserve) {
    this.#store = store
    this.#rootId = rootId
    this.#reserve = reserve
    this.#stream = store.cutters.openStream()
  }

  /** Waits for slabs only: the sender is held to the pace of cutting and storing, not to each step of them. */
  write(bytes: Buffer): Promise<void> | undefined {
    this.#throwIfFailed()
    const budget = this.#leaving ? undefined : this.#budget
    for (let at = 0; at < bytes.length; ) {
      this.#filling ??= budget?.tryTake()
      if (!this.#filling) return this.#writeLater(bytes.subarray(at))
      const copied = bytes.copy(this.#filling.bytes, this.#filled, at)
      at += copied
      this.#filled += copied
      budget?.brought(copied)
      if (this.#filled === this.#filling.bytes.length) this.#cutLater(this.#filling, false)
    }
    return undefined
  }

  async #writeLater(bytes: Buffer): Promise<void> {
    while (!this.#filling) {
      const budget = await this.#place()
      const slab = await budget.take()
      // It may have had to make way meanwhile.
      if (this.#budget === budget && !this.#leaving) this.#filling = slab
      else slab.release()
    }
    await this.write(bytes)
  }

  async #place(): Promise<SlabBudget> {
    await this.#leaving
    this.#budget ??= await this.#store.slabs.enter(() => this.#makeWay())
    return this.#budget
  }

  /** Puts what it holds into a file, so that its sender may take all the time it likes. */
  #makeWay(): void {
    if (this.#ending || this.#leaving) return
    if (this.#filling) this.#cutLater(this.#filling, false)
    this.#leaving = this.#leave().finally(() => {
      this.#leaving = undefined
    })
  }

  async #leave(): Promise<void> {
    try {
      await this.#cutting
      await Promise.allSettled(this.#storing)
      for (const { bytes } of this.#parts) {
        this.#file ??= await openNamelessFile(this.#store.tempDir, this.#store.randomKey())
        await writeFully(this.#file, bytes, this.#spilled)
        this.#spilled += bytes.length
      }
    } catch (error) {
      this.#fail(error)
    } finally {
      releaseAll(this.#parts.splice(0))
      this.#budget?.leave()
      this.#budget = undefined
    }
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
    const spilled = this.#spilled
    this.#spilled = 0
    const hex = sha256.toString('hex')
    const known = this.#known.get(hex)
    if (known) releaseAll(parts)
    const staged = known ?? this.#stageParts(sha256, parts, spilled)
    this.#known.set(hex, staged)
    this.#staged.push(staged)
  }

  #stageParts(sha256: Buffer, parts: readonly Part[], spilled: number): Promise<StagedChunk> {
    const bytes = parts.map((part) => part.bytes)
    const staged = this.#stage(sha256, bytes, spilled).finally(() => {
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

  async #stage(sha256: Buffer, bytes: readonly Buffer[], spilled: number): Promise<StagedChunk> {
    if (spilled === 0) return stage(this.#store, this.#rootId, this.#reserve, sha256, bytes)
    const { restoring } = this.#store.slabs
    await restoring.pass()
    try {
      const before = await readFully(this.#file as FileHandle, spilled)
      return await stage(this.#store, this.#rootId, this.#reserve, sha256, [before, ...bytes])
    } finally {
      restoring.leave()
    }
  }

  /** Noticed by the next write, so that a sender does not go on for long. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
  }

  #throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }

  async finish(): Promise<StagedChunk[]> {
    this.#ending = true
    const budget = await this.#place()
    this.#cutLater(this.#filling ?? (await budget.take()), true)
    await this.#cutting
    const chunks = await Promise.all(this.#staged)
    this.#throwIfFailed()
    await this.#end()
    return chunks
  }

  takeStaged(): StagedChunk[] {
    const pending = this.#staged.findIndex((staged) => !this.#durable.has(staged))
    const taken = this.#staged.splice(0, pending === -1 ? this.#staged.length : pending)
    return taken.map((staged) => this.#durable.get(staged) as StagedChunk)
  }

  async suspend(): Promise<{ chunks: StagedChunk[]; tail: Buffer }> {
    this.#ending = true
    await this.#leaving
    if (this.#filling && this.#filled > 0) this.#cutLater(this.#filling, false)
    await this.#cutting
    const chunks = await Promise.all(this.#staged)
    this.#throwIfFailed()
    const spilled = this.#spilled > 0 ? [await readFully(this.#file as FileHandle, this.#spilled)] : []
    const tail = Buffer.concat([...spilled, ...this.#parts.map(({ bytes }) => bytes)])
    await this.close()
    return { chunks, tail }
  }

  async close(): Promise<void> {
    this.#ending = true
    await this.#leaving
    this.#stream.abandon()
    await this.#cutting
    await Promise.allSettled(this.#staged)
    releaseAll(this.#parts.splice(0))
    this.#filling?.release()
    this.#filling = undefined
    await this.#end()
  }

  async #end(): Promise<void> {
    this.#budget?.leave()
    this.#budget = undefined
    await this.#file?.close()
    this.#file = undefined
  }
}

function releaseAll(parts: readonly Part[]): void {
  for (const { slab } of parts) slab.release()
}
