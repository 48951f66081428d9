import type { StagedChunk } from './staged.ts'

const STORING_AT_ONCE = 3

/** Makes the chunks of one content durable, a few at a time, and keeps them in their order. */
export class ChunkStager {
  readonly #onFailure: (error: unknown) => void
  readonly #staged: Promise<StagedChunk>[] = []
  readonly #durable = new Map<Promise<StagedChunk>, StagedChunk>()
  /** By hash: a content may hold a chunk many times, as a file of zeros does. */
  readonly #known = new Map<string, Promise<StagedChunk>>()
  readonly #storing = new Set<Promise<unknown>>()

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Resolves when one more may be stored. */
  async room(): Promise<void> {
    while (this.#storing.size >= STORING_AT_ONCE) await Promise.race(this.#storing)
  }

  /** The next chunk. `release` is called when its bytes are needed no more, which may be at once. */
  add(sha256: Buffer, store: () => Promise<StagedChunk>, release: () => void): void {
    const hex = sha256.toString('hex')
    const known = this.#known.get(hex)
    if (known) release()
    const staged = known ?? this.#store(store, release)
    this.#known.set(hex, staged)
    this.#staged.push(staged)
  }

  #store(store: () => Promise<StagedChunk>, release: () => void): Promise<StagedChunk> {
    const staged = store().finally(() => {
      this.#storing.delete(staged)
      release()
    })
    staged.then((chunk) => this.#durable.set(staged, chunk), this.#onFailure)
    this.#storing.add(staged)
    return staged
  }

  /** All of them, once they are durable. */
  all(): Promise<StagedChunk[]> {
    return Promise.all(this.#staged)
  }

  /** Those that are durable by now, from the first up to one that is not; they are not given again. */
  takeDurable(): StagedChunk[] {
    const pending = this.#staged.findIndex((staged) => !this.#durable.has(staged))
    const taken = this.#staged.splice(0, pending === -1 ? this.#staged.length : pending)
    return taken.map((staged) => this.#durable.get(staged) as StagedChunk)
  }

  /** Resolves when nothing is being stored, well or not. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#storing)
  }
}
