import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'

/** Of how many chunks of files the bytes are damaged, up to so many. */
export async function countDamagedUpTo(db: Db, most: number): Promise<number> {
  const some = db
    .selectFrom('chunk')
    .select('id')
    .where('damaged_at', 'is not', null)
    .where('refs', '>', 0)
    .limit(most)
  const { chunks } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('chunks'))
    .modifyEnd(ACROSS_ROOTS)
    .executeTakeFirstOrThrow()
  return Number(chunks)
}

export interface DamagedChunk {
  id: ChunkId
  root_id: RootId
  size: number
  damaged_at: Instant | null
}

/** Damaged chunks of files by root and number, from after one. */
export const listDamaged = (
  db: Db,
  after: { rootId: number; id: number },
  limit: number,
): Promise<DamagedChunk[]> =>
  db
    .selectFrom('chunk')
    .select(['id', 'root_id', 'size', 'damaged_at'])
    .where('damaged_at', 'is not', null)
    .where('refs', '>', 0)
    .where(sql<boolean>`(root_id, id) > (${after.rootId}, ${after.id})`)
    .orderBy('root_id')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(ACROSS_ROOTS)
    .execute()

/** The figures of the first organization and of all below it, as they were counted last. */
export const findStored = (db: Db, id: OrganizationId) =>
  db
    .selectFrom('organization_figure as f')
    .innerJoin('organization as o', 'o.id', 'f.organization_id')
    .select([
      'f.live',
      'f.versions',
      'f.deleted',
      'f.below_live',
      'f.below_versions',
      'f.below_deleted',
      'f.below_stored',
      'o.stored_size',
    ])
    .where('f.organization_id', '=', id)
    .executeTakeFirst()
