import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { BatchOp, BatchResult, SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import type { Server } from './server.ts'

export const TOP = 0 as EntryId
export const MODIFIED = '2027-01-31T12:00:00'

/** Changes a root as a device does. */
export class Sender {
  readonly server: Server
  #ops = 0

  constructor(server: Server) {
    this.server = server
  }

  async send(
    ops: Unnamed<BatchOp>[],
    inline: readonly Buffer[] = [],
    epoch?: string,
  ): Promise<BatchResult[]> {
    const named = ops.map((op) => ({ op_id: `c ${++this.#ops}`, ...op }) as BatchOp)
    const request = {
      epoch: epoch ?? (await this.server.getSnapshot({})).epoch,
      inline: inline.map(refOf),
      ops: named,
    }
    return (await this.server.applyBatch(request, inline)).results
  }

  /** The item after the one change. */
  async change(op: Unnamed<BatchOp>, ...inline: Buffer[]): Promise<SyncEntry> {
    const [{ entry, error } = assert.fail('no result')] = await this.send([op], inline)
    return entry ?? assert.fail(error)
  }
}
type Unnamed<Op> = Op extends BatchOp ? Omit<Op, 'op_id'> & { op_id?: string } : never

export const refOf = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
})
export const put = (name: string, ...chunks: Buffer[]) => ({
  op: 'put' as const,
  folder_id: TOP,
  name,
  size: chunks.reduce((sum, { length }) => sum + length, 0),
  chunks: chunks.map(refOf),
  modified: MODIFIED,
})
