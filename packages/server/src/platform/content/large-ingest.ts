import type { RootId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import { ChunkStager } from './chunk-stager.ts'
import type { CutterStream } from './cutter-pool.ts'
import type { BlobReserve } from './reserve.ts'
import type { Slab, SlabBudget } from './slabs.ts'
import { Spill } from './spill.ts'
import { type ContentStore, type StagedChunk, stage } from './staged.ts'

interface Part {
  slab: Slab
  bytes: Buffer
}

/** Whether it holds memory, see the diagram in ADR 0003. */
type Place =
  | { state: 'outside' }
  | { state: 'inside'; budget: SlabBudget }
  /** Others wait: what it holds is on its way into a file. */
  | { state: 'leaving'; left: Promise<void> }

const OUTSIDE: Place = { state: 'outside' }

/** Content of more than one chunk. Slabs go round: filled here, cut on the other thread, written to the store. */
export class LargeIngest {
  readonly #store: ContentStore
  readonly #sender: string
  readonly #rootId: RootId
  readonly #reserve: BlobReserve
  readonly #stream: CutterStream
  readonly #chunks = new ChunkStager((error) => this.#fail(error))
  readonly #spill: Spill
  #place: Place = OUTSIDE
  /** It is about to leave for good, so nobody need ask it to. */
  #ending = false
  #filling: { slab: Slab; length: number } | undefined
  /** The slabs that were filled, each cut after the one before. */
  readonly #cutting = new OneByOne()
  /** Of the chunk that has begun, what follows after the spill. */
  #parts: Part[] = []
  #failure: { error: unknown } | undefined

  constructor(store: ContentStore, sender: string, rootId: RootId, reserve: BlobReserve) {
    this.#store = store
    this.#sender = sender
    this.#rootId = rootId
    this.#reserve = reserve
    this.#stream = store.cutters.openStream()
    this.#spill = new Spill(store.tempDir, store.randomName)
  }

  /** Waits for slabs only: the sender is held to the pace of cutting and storing, not to each step of them. */
  write(bytes: Buffer): Promise<void> | undefined {
    this.#throwIfFailed()
    const budget = this.#place.state === 'inside' ? this.#place.budget : undefined
    for (let at = 0; at < bytes.length; ) {
      this.#filling ??= filled(budget?.tryTake())
      if (!this.#filling) return this.#writeLater(bytes.subarray(at))
      const { slab, length } = this.#filling
      const copied = slab.append(length, bytes, at)
      at += copied
      this.#filling.length += copied
      budget?.brought(copied)
      if (this.#filling.length === slab.bytes.length) this.#cutFilled()
    }
    return undefined
  }

  async #writeLater(bytes: Buffer): Promise<void> {
    while (!this.#filling) {
      const budget = await this.#enter()
      const slab = await budget.take()
      // It may have had to make way meanwhile.
      if (this.#place.state === 'inside' && this.#place.budget === budget) this.#filling = { slab, length: 0 }
      else slab.release()
    }
    await this.write(bytes)
  }

  async #enter(): Promise<SlabBudget> {
    if (this.#place.state === 'leaving') await this.#place.left
    if (this.#place.state === 'inside') return this.#place.budget
    const budget = await this.#store.slabs.enter(this.#sender, () => this.#makeWay())
    this.#place = { state: 'inside', budget }
    return budget
  }

  /** Puts what it holds into a file, so that its sender may take all the time it likes. */
  #makeWay(): void {
    if (this.#ending || this.#place.state !== 'inside') return
    const { budget } = this.#place
    if (this.#filling) this.#cutFilled()
    this.#place = { state: 'leaving', left: this.#leave(budget) }
  }

  async #leave(budget: SlabBudget): Promise<void> {
    try {
      await this.#cutting.idle()
      await this.#chunks.idle()
      for (const { bytes } of this.#parts) await this.#spill.append(bytes)
    } catch (error) {
      this.#fail(error)
    } finally {
      releaseAll(this.#parts.splice(0))
      budget.leave()
      this.#place = OUTSIDE
    }
  }

  #cutFilled(last = false): void {
    const filling = this.#filling
    if (!filling) return
    this.#filling = undefined
    void this.#cutting.run(() =>
      this.#cut(filling.slab, filling.length, last).catch((error) => this.#fail(error)),
    )
  }

  async #cut(slab: Slab, length: number, last: boolean): Promise<void> {
    try {
      this.#throwIfFailed()
      let start = 0
      for (const { end, sha256 } of await this.#stream.cut(slab.memory, length, last)) {
        this.#addPart(slab, start, end)
        start = end
        await this.#chunks.room()
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
    const spilled = this.#spill.take()
    const bytes = parts.map((part) => part.bytes)
    this.#chunks.add(
      sha256,
      () => this.#stage(sha256, bytes, spilled),
      () => releaseAll(parts),
    )
  }

  async #stage(sha256: Buffer, bytes: readonly Buffer[], spilled: number): Promise<StagedChunk> {
    if (spilled === 0) return stage(this.#store, this.#rootId, this.#reserve, sha256, bytes)
    const { restoring } = this.#store.slabs
    await restoring.pass()
    try {
      const before = await this.#spill.read(spilled)
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
    const budget = await this.#enter()
    this.#filling ??= { slab: await budget.take(), length: 0 }
    this.#cutFilled(true)
    const chunks = await this.#allStored()
    await this.#end()
    return chunks
  }

  takeStaged(): StagedChunk[] {
    return this.#chunks.takeDurable()
  }

  async suspend(): Promise<{ chunks: StagedChunk[]; tail: Buffer }> {
    this.#ending = true
    if (this.#place.state === 'leaving') await this.#place.left
    if (this.#filling && this.#filling.length > 0) this.#cutFilled()
    const chunks = await this.#allStored()
    const spilled = this.#spill.take()
    const before = spilled > 0 ? [await this.#spill.read(spilled)] : []
    const tail = Buffer.concat([...before, ...this.#parts.map(({ bytes }) => bytes)])
    await this.close()
    return { chunks, tail }
  }

  async #allStored(): Promise<StagedChunk[]> {
    await this.#cutting.idle()
    const chunks = await this.#chunks.all()
    this.#throwIfFailed()
    return chunks
  }

  async close(): Promise<void> {
    this.#ending = true
    if (this.#place.state === 'leaving') await this.#place.left
    this.#stream.abandon()
    await this.#cutting.idle()
    await this.#chunks.idle()
    releaseAll(this.#parts.splice(0))
    this.#filling?.slab.release()
    this.#filling = undefined
    await this.#end()
  }

  async #end(): Promise<void> {
    if (this.#place.state === 'inside') this.#place.budget.leave()
    this.#place = OUTSIDE
    await this.#spill.close()
  }
}

const filled = (slab: Slab | undefined) => slab && { slab, length: 0 }

function releaseAll(parts: readonly Part[]): void {
  for (const { slab } of parts) slab.release()
}
