import { createHash } from 'node:crypto'
import { type BatchOp, encodeBatch, MAX_BATCH_OPS, type SyncEntry } from '@holdfast/api/files/sync'
import type { RootId } from '@holdfast/api/ids'
import { applyBatch } from '../../../files/sync/batch/apply-batch.ts'
import type { Ctx } from '../../../platform/context.ts'
import { currentEpoch } from '../../../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'

type Unnamed<Op> = Op extends BatchOp ? Omit<Op, 'op_id'> : never
export type Change = Unnamed<BatchOp>

/** What a change says of a content whose bytes go along. */
export const contentIn = (bytes: Buffer) => ({
  size: bytes.length,
  chunks: [{ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }],
})

/** Makes changes as a device does, all at once, and gives the items as they are then. */
export async function sendBatch(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  changes: readonly Change[],
  contents: readonly Buffer[] = [],
): Promise<SyncEntry[]> {
  if (changes.length > MAX_BATCH_OPS) {
    const first = await sendBatch(ctx, who, rootId, changes.slice(0, MAX_BATCH_OPS), contents)
    return [...first, ...(await sendBatch(ctx, who, rootId, changes.slice(MAX_BATCH_OPS), contents))]
  }
  const name = ctx.random(9).toString('base64url')
  const ops = changes.map((change, n) => ({ op_id: `${name} ${n}`, ...change })) as BatchOp[]
  const { id: epoch } = await currentEpoch(ctx)
  const inline = contents.flatMap((bytes) => contentIn(bytes).chunks)
  const body = Buffer.from(encodeBatch({ epoch, inline, ops }, contents))
  const incoming = { announcedSize: body.length, receive: async (take: Take) => take(body) }
  const { results } = await applyBatch(ctx, who, rootId, incoming)
  return results.map(({ entry, error, error_description }) => {
    if (!entry || error !== undefined) throw new Error(`A change was refused: ${error_description}`)
    return entry
  })
}

type Take = (bytes: Buffer) => Promise<void> | undefined
