import { createHash } from 'node:crypto'
import { listChanges } from '@holdfast/api/files/changes'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { applyBatch, type BatchOp, type BatchResult, encodeBatch } from '@holdfast/api/files/sync'
import type { RootId } from '@holdfast/api/ids'
import type { CheckedClient } from '../servers/checked-client.ts'

type Unnamed<Op> = Op extends BatchOp ? Omit<Op, 'op_id'> & { op_id?: string } : never

let names = 0

/** Sends batches as a device would: changes with names, and the bytes that they need. */
export class BatchSender {
  readonly #who: CheckedClient
  readonly #rootId: RootId
  readonly #inline = new Map<string, Buffer>()

  constructor(who: CheckedClient, rootId: RootId) {
    this.#who = who
    this.#rootId = rootId
  }

  /** What a `put` says of a small content, whose bytes go along with the next batch. */
  content(text: string | Buffer): { size: number; chunks: ChunkRef[] } {
    const bytes = Buffer.from(text)
    if (bytes.length === 0) return { size: 0, chunks: [] }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#inline.set(sha256, bytes)
    return { size: bytes.length, chunks: [{ sha256, size: bytes.length }] }
  }

  async send(ops: Unnamed<BatchOp>[], epoch?: string): Promise<BatchResult[]> {
    const named = ops.map((op) => ({ op_id: `op ${++names}`, ...op })) as BatchOp[]
    const inline = [...this.#inline]
    this.#inline.clear()
    const body = encodeBatch(
      {
        epoch: epoch ?? (await this.epoch()),
        inline: inline.map(([sha256, { length: size }]) => ({ sha256, size })),
        ops: named,
      },
      inline.map(([, bytes]) => bytes),
    )
    const { results } = await this.#who.call(applyBatch, { root_id: this.#rootId, body: new Blob([body]) })
    return results
  }

  async epoch(): Promise<string> {
    return (await this.#who.call(listChanges, { root_id: this.#rootId, limit: 1 })).epoch
  }
}
