import { HOUR_MS } from '@holdfast/api/time'
import { isBlobKey } from '../basics/blob-key.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { discardIdleChunks, forgetGarbage, isSweepHeld, listGarbage } from './garbage-queries.ts'

/** Longer than any upload takes, so that a chunk found or stored at its start is still there at its end. */
export const SWEEP_GRACE_MS = 72 * HOUR_MS
const AT_ONCE = 512
const DELETING_AT_ONCE = 16

/**
 * Deletes chunks that nothing has referred to for the grace period. Safe to run twice and to be killed. Rests while
 * blobs are being copied. Gives how many blobs are gone.
 */
export async function sweepChunks({
  db,
  blobs,
  now,
}: {
  db: Database
  blobs: BlobStore
  now: () => number
}): Promise<{ deleted: number; held: boolean }> {
  const cutoff = now() - SWEEP_GRACE_MS
  // Rows first: once a row is gone no commit can claim it, and its blob is on record as garbage.
  while (
    (await db.write(async (tx) =>
      (await isSweepHeld(tx, now())) ? 0 : discardIdleChunks(tx, cutoff, AT_ONCE),
    )) > 0
  ) {}
  for (let deleted = 0; ; ) {
    if (await isSweepHeld(db.read, now())) return { deleted, held: true }
    const keys = await listGarbage(db.read, AT_ONCE)
    if (keys.length === 0) return { deleted, held: false }
    // Under what is no key, nothing can be stored.
    const real = keys.filter(isBlobKey)
    for (let at = 0; at < real.length; at += DELETING_AT_ONCE)
      await Promise.all(real.slice(at, at + DELETING_AT_ONCE).map((key) => blobs.delete(key)))
    await db.write((tx) => forgetGarbage(tx, keys))
    deleted += keys.length
  }
}
