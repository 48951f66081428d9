import {
  type BatchOp,
  type BatchResult,
  MAX_BATCH_BYTES,
  MAX_BATCH_INLINE,
  MAX_BATCH_OPS,
} from '@holdfast/api/files/sync'
import type { Server } from '../ports/server.ts'
import type { Chunk } from './read-content.ts'

type Unnamed<Op> = Op extends BatchOp ? Omit<Op, 'op_id'> : never
export type Wish = Unnamed<BatchOp>

interface Waiting {
  readonly op: BatchOp
  readonly inline: readonly Chunk[]
  readonly answered: (result: BatchResult) => void
}

/** About what a change and a chunk take in JSON, beside the texts that they hold. */
const OP_BYTES = 400
const CHUNK_BYTES = 100
const MOST_BYTES = MAX_BATCH_BYTES - 64 * 1024

/** Gathers changes to batches, and sends them in the order that they came in. */
export class BatchSender {
  readonly #server: Pick<Server, 'applyBatch'>
  readonly #epoch: string
  readonly #persist: <T>(request: () => Promise<T>) => Promise<T>
  readonly #learn: (learn: () => void) => void
  readonly #name: string
  #count = 0
  #waiting: Waiting[] = []
  #bytes = 0
  #inline = 0

  /** `name` begins the names of all changes, and was never used before; `learn` runs what an answer brings, at once. */
  constructor(options: {
    server: Pick<Server, 'applyBatch'>
    epoch: string
    name: string
    persist: <T>(request: () => Promise<T>) => Promise<T>
    learn: (learn: () => void) => void
  }) {
    this.#server = options.server
    this.#epoch = options.epoch
    this.#name = options.name
    this.#persist = options.persist
    this.#learn = options.learn
  }

  async add(
    wish: Wish,
    answered: (result: BatchResult) => void,
    inline: readonly Chunk[] = [],
  ): Promise<void> {
    const op = { ...wish, op_id: `${this.#name} ${++this.#count}` } as BatchOp
    const bytes = sizeOf(op) + inline.reduce((sum, { size }) => sum + size + CHUNK_BYTES, 0)
    const isFull =
      this.#waiting.length === MAX_BATCH_OPS ||
      this.#bytes + bytes > MOST_BYTES ||
      this.#inline + inline.length > MAX_BATCH_INLINE
    if (isFull) await this.flush()
    this.#waiting.push({ op, inline, answered })
    this.#bytes += bytes
    this.#inline += inline.length
  }

  async flush(): Promise<void> {
    const sent = this.#waiting
    if (sent.length === 0) return
    this.#waiting = []
    this.#bytes = 0
    this.#inline = 0
    const chunks = [...new Map(sent.flatMap(({ inline }) => inline.map((one) => [one.sha256, one]))).values()]
    const inline = chunks.map(({ sha256, size }) => ({ sha256, size }))
    const request = { epoch: this.#epoch, inline, ops: sent.map(({ op }) => op) }
    const bytes = chunks.map((chunk) => chunk.bytes)
    const { results } = await this.#persist(() => this.#server.applyBatch(request, bytes))
    this.#learn(() => {
      for (const [n, result] of results.entries()) sent[n]?.answered(result)
    })
  }
}

function sizeOf(op: BatchOp): number {
  const texts = 'name' in op ? 2 * (op.name?.length ?? 0) : 0
  const meta = 'meta' in op ? (op.meta?.length ?? 0) * 2 : 0
  return OP_BYTES + 3 * texts + meta + ('chunks' in op ? op.chunks.length * CHUNK_BYTES : 0)
}
