import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { preparedFirst } from '../../platform/db/prepared.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'

/** A chunk that some revision of the root is made of. */
export const findReferredChunk = preparedFirst<{ rootId: RootId; sha256: Buffer }, StoredChunk>((db, $) =>
  db
    .selectFrom('chunk')
    .select(['id', 'root_id', 'sha256', 'size', 'data', 'blob_key', 'damaged_at'])
    .where('root_id', '=', $('rootId'))
    .where('sha256', '=', $('sha256'))
    .where('stored', '=', sql.lit(1))
    .where('refs', '>', 0)
    .compile(),
)

/** What a person's change of this name made: the file, and the content it had then. */
export const findNamedChange = (
  db: Db,
  rootId: RootId,
  personId: PersonId,
  clientOp: string,
): Promise<{ entry_id: EntryId; content: Buffer } | undefined> =>
  db
    .selectFrom('change as c')
    .innerJoin('revision as r', (on) =>
      on.onRef('r.root_id', '=', 'c.root_id').onRef('r.id', '=', 'c.revision_id'),
    )
    .select(['r.entry_id', 'r.content'])
    .where('c.root_id', '=', rootId)
    // A range, as SQLite prefers the key of the log to this index where it is asked for a value, and reads the log.
    .where('c.client_op', '>=', clientOp)
    .where('c.client_op', '<=', clientOp)
    .where(sql<boolean>`c.person_id + 0 = ${personId}`)
    .orderBy('c.seq', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface LapsedChunk {
  id: ChunkId
  root_id: RootId
}
/** Chunks that were sent for a file and have waited for it since before `cutoff`. */
export const listLapsed = (db: Db, cutoff: Instant, limit: number): Promise<LapsedChunk[]> =>
  db
    .selectFrom('chunk')
    .select(['id', 'root_id'])
    .where('unclaimed', '=', sql.lit(1))
    .where('idle_since', '<', cutoff)
    .orderBy('idle_since')
    .limit(limit)
    .modifyEnd(ACROSS_ROOTS)
    .execute()

/** Leaves chunks that still wait to the sweep, and gives how many bytes they have. */
export async function endWaiting(
  tx: Tx,
  rootId: RootId,
  ids: readonly ChunkId[],
  cutoff: Instant,
): Promise<number> {
  const rows = await tx
    .updateTable('chunk')
    .set({ unclaimed: 0 })
    .where('root_id', '=', rootId)
    .where('id', 'in', ids)
    .where('unclaimed', '=', sql.lit(1))
    .where('idle_since', '<', cutoff)
    .returning('size')
    .execute()
  return rows.reduce((sum, { size }) => sum + size, 0)
}
