import type { ExportId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import { listRevisionChunks, type RevisionChunk } from '../../platform/content/revision-queries.ts'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'

const CHUNKS_AT_ONCE = 256

/** The chunks of a revision in their order, however many. */
export async function* chunksOf(
  db: Db,
  { root_id, id, size }: { root_id: RootId; id: RevisionId; size: number },
): AsyncGenerator<RevisionChunk> {
  for (let start = 0; start < size; ) {
    const chunks = await listRevisionChunks(db, {
      ...{ rootId: root_id, revisionId: id, start, end: size, limit: CHUNKS_AT_ONCE },
    })
    yield* chunks
    const last = chunks.at(-1)
    if (!last) return
    start = last.position + last.size
  }
}

/**
 * Gives a root chunks with the bytes or blobs of those of another one, idle until a moment, as far as it has none with the same
 * bytes (ADR 0018). What the sweep has taken since is not among them.
 */
export async function shareIdleChunks(
  tx: Tx,
  { from, to }: { from: RootId; to: RootId },
  ids: readonly ChunkId[],
  until: Instant,
): Promise<void> {
  for (const batch of batches([...new Set(ids)].sort((a, b) => a - b))) {
    await forUpdate(
      tx.selectFrom('chunk').select('id').where('root_id', '=', from).where('id', 'in', batch).orderBy('id'),
      tx,
    ).execute()
    await sql`
      insert into chunk (root_id, sha256, size, data, blob_key, stored, refs, idle_since, damaged_at)
      select cast(${to} as bigint), sha256, size, data, blob_key, 1, 0, cast(${until} as bigint), damaged_at from chunk s
      where s.root_id = ${from} and s.id in (${sql.join(batch)}) and not exists (
        select 1 from chunk c where c.root_id = ${to} and c.sha256 = s.sha256 and c.stored = 1)`.execute(tx)
  }
}

export async function insertExportChunks(tx: Tx, rows: readonly Schema['export_chunk'][]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('export_chunk').values(batch).execute()
}

/** Forgets what was written of a part from a byte on. */
export async function dropExportChunks(tx: Tx, id: ExportId, part: number, from: number): Promise<void> {
  await tx
    .deleteFrom('export_chunk')
    .where('export_id', '=', id)
    .where('part', '=', part)
    .where('position', '>=', from)
    .execute()
}

export interface LaidChunk extends StoredChunk {
  position: number
}

/** The chunks of a part from a byte on and before another, in their order. Those that the sweep has taken are missing. */
export const listExportChunks = (
  db: Db,
  { id, rootId, part }: { id: ExportId; rootId: RootId; part: number },
  { start, end }: { start: number; end: number },
): Promise<LaidChunk[]> =>
  db
    .selectFrom('export_chunk as x')
    .innerJoin('chunk as c', 'c.id', 'x.chunk_id')
    .select(['x.position', 'c.root_id', 'c.size', 'c.id', 'c.sha256', 'c.blob_key', 'c.data', 'c.damaged_at'])
    .where('c.root_id', '=', rootId)
    .where('x.export_id', '=', id)
    .where('x.part', '=', part)
    .where('x.position', '<', end)
    .where(
      'x.position',
      '>=',
      // The one that holds the first byte.
      sql<number>`coalesce((select max(position) from export_chunk where export_id = ${id} and part = ${part}
        and position <= ${start}), 0)`,
    )
    .orderBy('x.position')
    .limit(CHUNKS_AT_ONCE)
    .execute()

/** Makes some of the chunks of an export idle now, and forgets where they were. Gives how many places that were. */
export async function giveUpChunks(
  tx: Tx,
  { id, rootId }: { id: ExportId; rootId: RootId },
  at: Instant,
  limit: number,
): Promise<number> {
  const rows = await tx
    .selectFrom('export_chunk')
    .select(['part', 'position', 'chunk_id'])
    .where('export_id', '=', id)
    .orderBy('part')
    .orderBy('position')
    .limit(limit)
    .execute()
  const ids = [...new Set(rows.map(({ chunk_id }) => chunk_id))]
  for (const batch of batches(ids.sort((a, b) => a - b)))
    await tx
      .updateTable('chunk')
      .set({ idle_since: at })
      .where('root_id', '=', rootId)
      .where('id', 'in', batch)
      .where('idle_since', '>', at)
      .execute()
  for (const [part, some] of Map.groupBy(rows, (row) => row.part))
    await tx
      .deleteFrom('export_chunk')
      .where('export_id', '=', id)
      .where('part', '=', part)
      .where('position', '<=', some.at(-1)?.position ?? 0)
      .execute()
  return rows.length
}
