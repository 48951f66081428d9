import type { RootId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Tx } from '../db/database.ts'
import type { ChunkId } from '../db/tables/content.ts'
import { healChunks, isLost } from './heal-chunks.ts'
import type { MarkedChunk } from './heal-queries.ts'
import {
  deleteReservedChunks,
  findStoredChunks,
  type HeldChunk,
  insertBlobChunks,
  insertInlineChunk,
  touchChunks,
} from './queries.ts'
import type { StagedChunk } from './staged.ts'

/** So fresh that it need not be touched again: a small part of what the sweep waits. */
const FRESH_MS = HOUR_MS

export const isStale = ({ refs, idle_since }: HeldChunk, at: Instant): boolean =>
  refs === 0 && (idle_since ?? 0) < at - FRESH_MS

/**
 * Makes staged chunks rows of their root that no file refers to yet, idle from now on. The caller holds the root's
 * row: a commit beside this one might insert the same chunk. Gives their ids by hash in hex, and which damaged ones are whole
 * again.
 */
export async function keepChunks(
  tx: Tx,
  rootId: RootId,
  chunks: readonly StagedChunk[],
  at: Instant,
): Promise<{ ids: Map<string, ChunkId>; healed: readonly MarkedChunk[] }> {
  const wanted = new Map(chunks.map((chunk) => [chunk.sha256.toString('hex'), chunk]))
  const held = await findStoredChunks(
    tx,
    rootId,
    [...wanted.values()].map(({ sha256 }) => sha256),
  )
  const stale = [...held.values()].filter((chunk) => isStale(chunk, at)).map(({ id }) => id)
  if ((await touchChunks(tx, rootId, stale, at)).size !== stale.length) fail('temporarily_unavailable')
  for (const [hex, chunk] of held)
    if (isLost(chunk, wanted.get(hex) as StagedChunk)) fail('temporarily_unavailable')
  const healed = await healChunks(tx, rootId, wanted.values(), held)
  const ids = new Map([...held].map(([hex, { id }]) => [hex, id]))
  const fresh = []
  for (const [hex, { sha256, size, data, blob }] of wanted) {
    if (ids.has(hex)) continue
    const row = { rootId, sha256, size, refs: 0, idleSince: at }
    if (data) ids.set(hex, await insertInlineChunk(tx, { ...row, data }))
    // The root held it when it was cut, and the sweep has taken it since.
    else if (!blob) fail('temporarily_unavailable')
    else fresh.push({ ...row, hex, blob, key: blob.key })
  }
  const reserved = fresh.map(({ blob }) => blob)
  if ((await deleteReservedChunks(tx, rootId, reserved)) !== reserved.length) fail('temporarily_unavailable')
  const inserted = await insertBlobChunks(tx, fresh)
  for (const { hex, key } of fresh) ids.set(hex, inserted.get(key) as ChunkId)
  return { ids, healed }
}
