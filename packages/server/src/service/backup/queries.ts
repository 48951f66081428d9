import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { type BlobKey, isBlobKey } from '../../platform/basics/blob-key.ts'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'

const BLOBS_AT_ONCE = 1000

export interface NamedBlob {
  key: BlobKey
  size: number
  sha256: Buffer
}

/**
 * Every blob that files or uploads of the database are made of, once, in the order in which they came: then lists that are made
 * one after the other begin alike.
 */
export async function* listNamedBlobs(db: Db): AsyncGenerator<NamedBlob[]> {
  for (let after = 0 as ChunkId; ; ) {
    const from = after
    const rows = await db
      .selectFrom('chunk as c')
      .select(['c.id', 'c.blob_key', 'c.size', 'c.sha256'])
      .where('c.id', '>', from)
      .where('c.blob_key', 'is not', null)
      .where('c.stored', '=', sql.lit(1))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chunk as first')
              .select('first.id')
              .whereRef('first.blob_key', '=', 'c.blob_key')
              .whereRef('first.id', '<', 'c.id')
              .where('first.stored', '=', sql.lit(1)),
          ),
        ),
      )
      .orderBy('c.id')
      .limit(BLOBS_AT_ONCE)
      .modifyEnd(ACROSS_ROOTS)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    // No store has a blob by another name.
    yield rows.flatMap(({ blob_key: key, size, sha256 }) =>
      key !== null && isBlobKey(key) ? { key, size, sha256 } : [],
    )
    after = last.id
  }
}

export async function countBlobs(db: Db): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom(
      db
        .selectFrom('chunk')
        .select(['blob_key', 'size'])
        .distinct()
        .where('blob_key', 'is not', null)
        .where('stored', '=', sql.lit(1))
        .modifyEnd(ACROSS_ROOTS)
        .as('blob'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { count, bytes: bytes ?? 0 }
}

/** Which of some blobs are still named. */
export async function listStillNamed(db: Db, keys: readonly BlobKey[]): Promise<BlobKey[]> {
  const named: BlobKey[] = []
  for (const batch of batches(keys)) {
    const rows = await db
      .selectFrom('chunk')
      .select('blob_key')
      .distinct()
      .where('blob_key', 'in', batch)
      .where('stored', '=', sql.lit(1))
      .modifyEnd(ACROSS_ROOTS)
      .execute()
    for (const { blob_key } of rows) named.push(blob_key as BlobKey)
  }
  return named
}

/** An upload of the same bytes stores them again. */
export async function markDamaged(tx: Tx, keys: readonly BlobKey[], at: Instant): Promise<void> {
  for (const batch of batches(keys))
    await tx
      .updateTable('chunk')
      .set({ damaged_at: at })
      .where('blob_key', 'in', batch)
      .where('damaged_at', 'is', null)
      .modifyEnd(ACROSS_ROOTS)
      .execute()
}

/** A chunk whose bytes are missing or changed. */
export interface DamagedChunk {
  id: ChunkId
  root_id: RootId
  sha256: Buffer
  size: number
  blob_key: BlobKey | null
}

export function listDamagedChunks(db: Db, only: RootId | undefined): Promise<DamagedChunk[]> {
  const marked = db
    .selectFrom('chunk')
    .select(['id', 'root_id', 'sha256', 'size', 'blob_key'])
    .where('damaged_at', 'is not', null)
    .where('stored', '=', sql.lit(1))
  return (only === undefined ? marked.modifyEnd(ACROSS_ROOTS) : marked.where('root_id', '=', only)).execute()
}

export interface Hold {
  holder: string
  until: Instant
}

const PURPOSE = 'backup'

export const findHold = (db: Db): Promise<Hold | undefined> =>
  db.selectFrom('sweep_hold').select(['holder', 'until']).where('purpose', '=', PURPOSE).executeTakeFirst()

/** False where another was first. */
export async function insertHold(tx: Tx, { holder, until }: Hold): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sweep_hold')
    .values({ purpose: PURPOSE, holder, until })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False where it is no longer what it was. */
export async function replaceHold(tx: Tx, from: Hold, { holder, until }: Hold): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sweep_hold')
    .set({ holder, until })
    .where('purpose', '=', PURPOSE)
    .where('holder', '=', from.holder)
    .where('until', '=', from.until)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteHold(tx: Tx, holder: string): Promise<void> {
  await tx.deleteFrom('sweep_hold').where('purpose', '=', PURPOSE).where('holder', '=', holder).execute()
}
