import type { Instant } from '@holdfast/api/time'
import type { BlobKey } from '../basics/blob-key.ts'
import { batches } from '../db/batches.ts'
import type { Db, Tx } from '../db/database.ts'
import { forUpdate } from '../db/locking.ts'
import { ACROSS_ROOTS } from '../db/statements.ts'
import type { ChunkId } from '../db/tables/content.ts'

/** Removes rows that nothing has referred to since before `cutoff`, remembering blobs that none is left of as garbage. */
export async function discardIdleChunks(tx: Tx, cutoff: Instant, limit: number): Promise<number> {
  const idle = await tx
    .selectFrom('chunk')
    .select(['id', 'blob_key'])
    .where('idle_since', '<', cutoff)
    .where('refs', '=', 0)
    .where('unclaimed', '=', 0)
    .orderBy('idle_since')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(ACROSS_ROOTS)
    .execute()
  for (const batch of batches(idle)) await discardChunks(tx, batch, cutoff)
  return idle.length
}

async function discardChunks(
  tx: Tx,
  idle: readonly { id: ChunkId; blob_key: BlobKey | null }[],
  cutoff: Instant,
): Promise<void> {
  const shared = idle.flatMap(({ blob_key }) => blob_key ?? [])
  // A blob may serve several roots. The code that gives one up holds all roots that it serves, so that of two who do so at once
  // one comes second and sees that it is the last (ADR 0018).
  for (const keys of batches(shared))
    await forUpdate(
      tx.selectFrom('chunk').select('id').where('blob_key', 'in', keys).orderBy('id').modifyEnd(ACROSS_ROOTS),
      tx,
    ).execute()
  const gone = await tx
    .deleteFrom('chunk')
    .where(
      'id',
      'in',
      idle.map(({ id }) => id),
    )
    // Asked of the row as it is by then: someone may just have claimed it, or asked for more time.
    .where('refs', '=', 0)
    .where('unclaimed', '=', 0)
    .where('idle_since', '<', cutoff)
    .returning('blob_key')
    .modifyEnd(ACROSS_ROOTS)
    .execute()
  const released = [...new Set(gone.flatMap(({ blob_key }) => blob_key ?? []))]
  for (const keys of batches(released)) {
    const rows = await tx
      .selectFrom('chunk')
      .select('blob_key')
      .where('blob_key', 'in', keys)
      .modifyEnd(ACROSS_ROOTS)
      .execute()
    const needed = new Set(rows.map(({ blob_key }) => blob_key))
    const garbage = keys.filter((key) => !needed.has(key)).map((blob_key) => ({ blob_key }))
    for (const batch of batches(garbage)) await tx.insertInto('blob_garbage').values(batch).execute()
  }
}

/** Whether somebody copies blobs, who may need those that nothing else does. */
export const isSweepHeld = async (db: Db, now: Instant): Promise<boolean> =>
  (await db
    .selectFrom('sweep_hold')
    .select('holder')
    .where('until', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function listGarbage(db: Db, limit: number): Promise<BlobKey[]> {
  const rows = await db.selectFrom('blob_garbage').select('blob_key').limit(limit).execute()
  return rows.map((row) => row.blob_key)
}

export async function forgetGarbage(tx: Tx, keys: readonly BlobKey[]): Promise<void> {
  for (const batch of batches(keys))
    await tx.deleteFrom('blob_garbage').where('blob_key', 'in', batch).execute()
}
