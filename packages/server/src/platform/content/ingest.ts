import { createHash } from 'node:crypto'
import { MIN_CHUNK } from '@holdfast/api/files/cutter'
import type { RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import { LargeIngest } from './large-ingest.ts'
import type { ReservedBlob } from './queries.ts'
import { BlobReserve } from './reserve.ts'
import { type ContentStore, contentOf, type StagedChunk, type StagedContent, stage } from './staged.ts'

/** The rest of a content, or as much of it as came. */
export interface Suspended {
  chunks: StagedChunk[]
  tail: Buffer
  unused: readonly ReservedBlob[]
}

/** Takes a stream of bytes in, cut and hashed, with a few MiB of memory whatever its length. */
export class Ingest {
  readonly #store: ContentStore
  readonly #sender: string
  readonly #rootId: RootId
  readonly #maxSize: number
  readonly #reserve: BlobReserve
  #size = 0
  #small: Buffer[] = []
  #large: LargeIngest | undefined
  #writing: Promise<void> | undefined

  /** `sender`: whose places in memory it takes. */
  constructor(store: ContentStore, sender: string, rootId: RootId, maxSize: number) {
    this.#store = store
    this.#sender = sender
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
    if (this.#size > this.#maxSize)
      fail('policy_error', 'The file is larger than the organization allows.', {
        max_file_size: this.#maxSize / (1024 * 1024),
      })
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
    this.#large = new LargeIngest(this.#store, this.#sender, this.#rootId, this.#reserve)
    for (const bytes of this.#small.splice(0)) await this.#large.write(bytes)
  }

  async finish(): Promise<StagedContent> {
    await this.#writing
    const chunks = this.#large ? await this.#large.finish() : await this.#finishSmall()
    const content = contentOf(chunks, this.#reserve.unused)
    if (content.size !== this.#size)
      throw new Error(`Of ${this.#size} bytes received, ${content.size} were stored`)
    return content
  }

  /** Chunks that are durable by now and were not taken before, in their order, from the beginning on. */
  takeStaged(): StagedChunk[] {
    return this.#large?.takeStaged() ?? []
  }

  /** Stops in the middle: what is not cut yet comes back, to be written first when it goes on. */
  async suspend(): Promise<Suspended> {
    await this.#writing
    const { chunks, tail } = (await this.#large?.suspend()) ?? {
      chunks: [],
      tail: Buffer.concat(this.#small),
    }
    this.#small = []
    return { chunks, tail, unused: this.#reserve.unused }
  }

  /** As `finish`, where earlier chunks were taken. */
  async finishRest(): Promise<Suspended> {
    await this.#writing
    const chunks = this.#large ? await this.#large.finish() : await this.#finishSmall()
    return { chunks, tail: Buffer.alloc(0), unused: this.#reserve.unused }
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
