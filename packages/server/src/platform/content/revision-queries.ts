import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches, inBatches } from '../db/batches.ts'
import type { Db, Tx } from '../db/database.ts'
import { prepared, preparedChange } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { ChunkId } from '../db/tables/content.ts'
import type { StoredChunk } from './chunk-checks.ts'

const addRevisionChunk = preparedChange<Schema['revision_chunk']>((db, $) =>
  db
    .insertInto('revision_chunk')
    .values({
      root_id: $('root_id'),
      revision_id: $('revision_id'),
      position: $('position'),
      chunk_id: $('chunk_id'),
      size: $('size'),
    })
    .compile(),
)
export async function insertRevisionChunks(
  tx: Tx,
  rootId: RootId,
  ...revisions: readonly { id: RevisionId; chunks: readonly { id: ChunkId; size: number }[] }[]
): Promise<void> {
  const rows = revisions.flatMap(({ id: revision_id, chunks }) => {
    let position = 0
    return chunks.map(({ id, size }) => {
      const row = { root_id: rootId, revision_id, position, chunk_id: id, size }
      position += size
      return row
    })
  })
  if (rows[0] && rows.length === 1) return addRevisionChunk(tx, rows[0])
  for (const batch of batches(rows)) await tx.insertInto('revision_chunk').values(batch).execute()
}

/**
 * Removes revisions, which nothing may refer to but the history of their files. Chunks that nothing uses then are idle,
 * and left to the sweep. Gives how many bytes those have. The caller holds the row of the root.
 */
export async function dropRevisions(
  tx: Tx,
  rootId: RootId,
  revisions: readonly RevisionId[],
  at: Instant,
): Promise<number> {
  let freed = 0
  for (const batch of batches(revisions)) {
    const uses = sql`(select chunk_id, count(*) as ended from revision_chunk
      where root_id = ${rootId} and revision_id in (${sql.join(batch)}) group by chunk_id) as uses`
    const { rows } = await sql<{ bytes: number }>`
      select cast(coalesce(sum(c.size), 0) as bigint) as bytes from chunk c join ${uses} on uses.chunk_id = c.id
      where c.root_id = ${rootId} and c.refs = uses.ended`.execute(tx)
    freed += rows[0]?.bytes ?? 0
    await sql`
      update chunk set refs = refs - uses.ended,
        idle_since = case when refs = uses.ended then cast(${at} as bigint) else idle_since end
      from ${uses} where chunk.root_id = ${rootId} and uses.chunk_id = chunk.id`.execute(tx)
    await tx
      .deleteFrom('revision_chunk')
      .where('root_id', '=', rootId)
      .where('revision_id', 'in', batch)
      .execute()
    await tx.deleteFrom('revision').where('root_id', '=', rootId).where('id', 'in', batch).execute()
  }
  return freed
}

export interface RevisionChunk extends StoredChunk {
  position: number
}

interface Stretch {
  rootId: RootId
  revisionId: RevisionId
  start: number
  end: number
  limit: number
}

/** The chunks that hold the bytes from `start` on and before `end`, in order, at most `limit` of them. */
export const listRevisionChunks = prepared<Stretch, RevisionChunk>((db, $) =>
  db
    .selectFrom('revision_chunk as r')
    .innerJoin('chunk as c', (on) => on.onRef('c.root_id', '=', 'r.root_id').onRef('c.id', '=', 'r.chunk_id'))
    .select(['r.position', 'r.root_id', 'r.size', 'c.id', 'c.sha256', 'c.blob_key', 'c.data', 'c.damaged_at'])
    .where('r.root_id', '=', $('rootId'))
    .where('r.revision_id', '=', $('revisionId'))
    .where('r.position', '<', $('end'))
    // No chunk is longer, so the index leads to the first one that is wanted.
    .where('r.position', '>', sql<number>`cast(${$('start')} as bigint) - ${sql.lit(MAX_CHUNK)}`)
    .where(sql<number>`r.position + r.size`, '>', $('start'))
    .orderBy('r.position')
    .limit($('limit'))
    .compile(),
)

/** The chunk that each of some revisions begins with: for nearly every small file, all of it. */
export async function findFirstChunks(
  db: Db,
  rootId: RootId,
  revisionIds: readonly RevisionId[],
): Promise<Map<RevisionId, StoredChunk>> {
  const rows = await inBatches(revisionIds, (batch) =>
    db
      .selectFrom('revision_chunk as r')
      .innerJoin('chunk as c', (on) =>
        on.onRef('c.root_id', '=', 'r.root_id').onRef('c.id', '=', 'r.chunk_id'),
      )
      .select(['r.revision_id', 'r.root_id', 'r.size'])
      .select(['c.id', 'c.sha256', 'c.blob_key', 'c.data', 'c.damaged_at'])
      .where('r.root_id', '=', rootId)
      .where('r.revision_id', 'in', batch)
      .where('r.position', '=', 0)
      .execute(),
  )
  return new Map(rows.map(({ revision_id, ...chunk }) => [revision_id, chunk]))
}

/** Nothing where the revision is gone. */
export const findRevisionId = prepared<Pick<Stretch, 'rootId' | 'revisionId'>, { id: RevisionId }>((db, $) =>
  db
    .selectFrom('revision')
    .select('id')
    .where('root_id', '=', $('rootId'))
    .where('id', '=', $('revisionId'))
    .compile(),
)
