import type { RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { Tx } from '../db/database.ts'
import { type MarkedChunk, replaceBlob, replaceBytes } from './heal-queries.ts'
import { deleteReservedChunks, findStoredChunks, type HeldChunk } from './queries.ts'
import type { StagedChunk } from './staged.ts'

/** Whether a chunk is damaged and nobody has brought its bytes. */
export const isLost = ({ damaged_at }: HeldChunk, { data, blob }: StagedChunk): boolean =>
  damaged_at !== null && !data && !blob

/**
 * Gives damaged chunks of a root the bytes that were sent again, and with them every revision that has them. The caller
 * holds the root's row. Gives the chunks that are whole again, also of other roots, to be put on record.
 */
export async function healChunks(
  tx: Tx,
  rootId: RootId,
  sent: Iterable<StagedChunk>,
  held: ReadonlyMap<string, HeldChunk>,
): Promise<MarkedChunk[]> {
  const healed: MarkedChunk[] = []
  for (const { sha256, data, blob } of sent) {
    const chunk = held.get(sha256.toString('hex'))
    if (!chunk || chunk.damaged_at === null) continue
    if (data) healed.push(...(await replaceBytes(tx, rootId, chunk.id, data)))
    if (!blob || chunk.blob_key === null) continue
    const whole = await replaceBlob(tx, chunk.blob_key, blob.key)
    // The sweep has taken the reservation, and with it the bytes: the upload took longer than it allows.
    if (whole.length > 0 && (await deleteReservedChunks(tx, rootId, [blob])) !== 1)
      fail('temporarily_unavailable')
    healed.push(...whole)
  }
  return healed
}

/** As `healChunks`, of a content that its file has already, so that it is not committed once more. */
export async function healContent(
  tx: Tx,
  rootId: RootId,
  chunks: readonly StagedChunk[],
): Promise<MarkedChunk[]> {
  const sent = new Map(chunks.map((chunk) => [chunk.sha256.toString('hex'), chunk]))
  const hashes = [...sent.values()].map(({ sha256 }) => sha256)
  return healChunks(tx, rootId, sent.values(), await findStoredChunks(tx, rootId, hashes))
}
