import { keepChunks } from '../../platform/content/keep-chunks.ts'
import { deleteReservedChunks, findStoredChunks, markUnclaimed } from '../../platform/content/queries.ts'
import { BlobReserve } from '../../platform/content/reserve.ts'
import { INLINE_BELOW, type StagedChunk, stage } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordDamage } from '../../records/damage.ts'
import { holdRoot, type RootRow } from '../../records/roots.ts'
import { checkRoom, reserveStorage } from '../writing/quota.ts'
import { authorizeChunks } from './authorize-chunks.ts'

/** Bytes that have the hash that they are said to have. */
export interface CheckedChunk {
  sha256: Buffer
  bytes: Buffer
}

/** Stores chunks for files that are still to be made, each once: blobs beside each other, rows in one transaction. */
export async function storeChunks(
  ctx: Ctx,
  who: PersonPrincipal,
  root: RootRow,
  chunks: readonly CheckedChunk[],
): Promise<void> {
  const { id: rootId } = root
  const wanted = [...new Map(chunks.map((chunk) => [chunk.sha256.toString('hex'), chunk])).values()]
  const held = await findStoredChunks(
    ctx.db.read,
    rootId,
    wanted.map(({ sha256 }) => sha256),
  )
  const fresh = wanted.filter(({ sha256 }) => !held.has(sha256.toString('hex')))
  const size = fresh.reduce((sum, { bytes }) => sum + bytes.length, 0)
  // Counted below; this keeps those who are at the end of their quota from storing for nothing.
  if (size > 0) await checkRoom(ctx.db.read, root, size)
  const blobs = fresh.filter(({ bytes }) => bytes.length >= INLINE_BELOW).length
  const reserve = new BlobReserve(ctx.content, rootId, blobs)
  const staged = await allOf(
    wanted.map(({ sha256, bytes }) => stage(ctx.content, rootId, reserve, sha256, [bytes])),
  )
  await ctx.db.write(async (tx) => {
    const locked = await holdRoot(tx, rootId)
    // Again: rights may have changed while the bytes arrived.
    await authorizeChunks(tx, who, rootId)
    const at = ctx.now()
    const { ids, healed } = await keepChunks(tx, rootId, staged, at)
    await deleteReservedChunks(tx, rootId, reserve.unused)
    let unclaimed = 0
    for (const id of ids.values()) unclaimed += await markUnclaimed(tx, rootId, id)
    await reserveStorage(ctx, tx, locked, unclaimed, at)
    await recordDamage(tx, 'content_healed', healed, at)
  })
}

/** Waits for all, also where one fails: the memory that they are written from is used again. */
async function allOf(staging: readonly Promise<StagedChunk>[]): Promise<StagedChunk[]> {
  const ends = await Promise.allSettled(staging)
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
