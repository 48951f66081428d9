import { type Selectable, sql } from 'kysely'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import type { Flag } from '../../platform/db/tables/columns.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'

export type Scrub = Omit<Selectable<Schema['scrub']>, 'id'>

const COLUMNS = ['up_to', 'at', 'begun_at', 'unread', 'full_begun_at', 'full_at'] as const

export const findScrub = (db: Db): Promise<Scrub | undefined> =>
  db.selectFrom('scrub').select(COLUMNS).executeTakeFirst()

export async function saveScrub(tx: Tx, scrub: Scrub): Promise<void> {
  await tx
    .insertInto('scrub')
    .values({ id: 1, ...scrub })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(scrub))
    .execute()
}

export async function findLastChunkId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('chunk')
    .select(({ fn }) => fn.max('id').as('last'))
    .modifyEnd(ACROSS_ROOTS)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Chunks with bytes, by number, from after one up to another. */
export const listStoredChunks = (
  db: Db,
  { after, upTo, limit }: { after: ChunkId; upTo: ChunkId; limit: number },
): Promise<StoredChunk[]> =>
  db
    .selectFrom('chunk')
    .select(['id', 'root_id', 'sha256', 'size', 'data', 'blob_key', 'damaged_at'])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('stored', '=', sql.lit(1))
    .orderBy('id')
    .limit(limit)
    .modifyEnd(ACROSS_ROOTS)
    .execute()

/** Gives of how many chunks there is news, which reports them. */
export async function takeNews(tx: Tx, healed: Flag): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('damage_news')
    .where('healed', '=', healed)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** How many chunks of files are damaged now. */
export async function countDamaged(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('chunk')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('damaged_at', 'is not', null)
    .where('refs', '>', 0)
    .modifyEnd(ACROSS_ROOTS)
    .executeTakeFirstOrThrow()
  return Number(count)
}
