import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { prepared, preparedChange, preparedFirst } from '../db/prepared.ts'
import type { ChunkId } from '../db/schema.ts'

/** Both databases limit the number of values in one statement. */
const BATCH = 500

const selectStored = preparedFirst<{ rootId: RootId; sha256: Buffer }, HeldChunk>((db, $) =>
  db
    .selectFrom('chunk')
    .select(['id', 'sha256', 'size', 'refs'])
    .where('root_id', '=', $('rootId'))
    .where('sha256', '=', $('sha256'))
    .where('stored', '=', 1)
    .compile(),
)
export const findStoredChunk = (db: Db, rootId: RootId, sha256: Buffer): Promise<HeldChunk | undefined> =>
  selectStored(db, { rootId, sha256 })

/** A chunk whose blob is about to be written. Until it is claimed the sweep may take it. */
export async function insertPendingChunk(
  tx: Tx,
  chunk: { rootId: RootId; sha256: Buffer; size: number; key: string; at: Instant },
): Promise<ChunkId> {
  const row = await tx
    .insertInto('chunk')
    .values({
      root_id: chunk.rootId,
      sha256: chunk.sha256,
      size: chunk.size,
      blob_key: chunk.key,
      stored: 0,
      refs: 0,
      idle_since: chunk.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface HeldChunk {
  id: ChunkId
  sha256: Buffer
  size: number
  refs: number
}

/** The chunks of a root with these hashes, by hash in hex. */
export async function findStoredChunks(
  db: Db,
  rootId: RootId,
  hashes: readonly Buffer[],
): Promise<Map<string, HeldChunk>> {
  const found = new Map<string, HeldChunk>()
  // Nearly every file is one chunk.
  const [only] = hashes
  if (only && hashes.length === 1) {
    const chunk = await findStoredChunk(db, rootId, only)
    if (chunk) found.set(only.toString('hex'), chunk)
    return found
  }
  for (const batch of batches(hashes)) {
    const rows = await db
      .selectFrom('chunk')
      .select(['id', 'sha256', 'size', 'refs'])
      .where('root_id', '=', rootId)
      .where('sha256', 'in', batch)
      .where('stored', '=', 1)
      .execute()
    for (const row of rows) found.set(row.sha256.toString('hex'), row)
  }
  return found
}

interface InlineChunk {
  rootId: RootId
  sha256: Buffer
  size: number
  data: Buffer
  refs: number
}
const addInlineChunk = preparedFirst<InlineChunk, { id: ChunkId }>((db, $) =>
  db
    .insertInto('chunk')
    .values({
      root_id: $('rootId'),
      sha256: $('sha256'),
      size: $('size'),
      data: $('data'),
      stored: 1,
      refs: $('refs'),
    })
    .returning('id')
    .compile(),
)
export const insertInlineChunk = async (tx: Tx, chunk: InlineChunk): Promise<ChunkId> =>
  ((await addInlineChunk(tx, chunk)) as { id: ChunkId }).id

/** Counts `refs` more uses of each chunk. Gives how many rows were still there to be claimed. */
export async function claimChunks(tx: Tx, ids: readonly ChunkId[], refs: number): Promise<number> {
  let claimed = 0
  for (const batch of batches(ids)) {
    const { numUpdatedRows } = await tx
      .updateTable('chunk')
      .set({ refs: sql`refs + ${refs}`, stored: 1, idle_since: null })
      .where('id', 'in', batch)
      .executeTakeFirst()
    claimed += Number(numUpdatedRows)
  }
  return claimed
}

type RevisionChunkRow = { revision_id: RevisionId; position: number; chunk_id: ChunkId; size: number }
const addRevisionChunk = preparedChange<RevisionChunkRow>((db, $) =>
  db
    .insertInto('revision_chunk')
    .values({
      revision_id: $('revision_id'),
      position: $('position'),
      chunk_id: $('chunk_id'),
      size: $('size'),
    })
    .compile(),
)
export async function insertRevisionChunks(
  tx: Tx,
  revisionId: RevisionId,
  chunks: readonly { id: ChunkId; size: number }[],
): Promise<void> {
  let position = 0
  const rows = chunks.map(({ id, size }) => {
    const row = { revision_id: revisionId, position, chunk_id: id, size }
    position += size
    return row
  })
  if (rows[0] && rows.length === 1) return addRevisionChunk(tx, rows[0])
  for (const batch of batches(rows)) await tx.insertInto('revision_chunk').values(batch).execute()
}

export interface RevisionChunk {
  position: number
  size: number
  blob_key: string | null
  data: Buffer | null
}

interface Stretch {
  revisionId: RevisionId
  start: number
  end: number
  limit: number
}
/** The chunks that hold the bytes from `start` on and before `end`, in order, at most `limit` of them. */
export const listRevisionChunks = prepared<Stretch, RevisionChunk>((db, $) =>
  db
    .selectFrom('revision_chunk as r')
    .innerJoin('chunk as c', 'c.id', 'r.chunk_id')
    .select(['r.position', 'r.size', 'c.blob_key', 'c.data'])
    .where('r.revision_id', '=', $('revisionId'))
    .where('r.position', '<', $('end'))
    .where(sql<number>`r.position + r.size`, '>', $('start'))
    .orderBy('r.position')
    .limit($('limit'))
    .compile(),
)

/** Removes rows that nothing has referred to since before `cutoff`, remembering their blobs as garbage. */
export async function discardIdleChunks(tx: Tx, cutoff: Instant, limit: number): Promise<number> {
  const idle = tx
    .selectFrom('chunk')
    .select('id')
    .where('idle_since', '<', cutoff)
    .where('refs', '=', 0)
    .orderBy('idle_since')
    .limit(limit)
  const rows = await tx
    .deleteFrom('chunk')
    .where('id', 'in', idle)
    .where('refs', '=', 0)
    .returning('blob_key')
    .execute()
  const keys = rows.flatMap(({ blob_key }) => (blob_key ? [{ blob_key }] : []))
  if (keys.length > 0) await tx.insertInto('blob_garbage').values(keys).execute()
  return rows.length
}

export async function listGarbage(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('blob_garbage').select('blob_key').limit(limit).execute()
  return rows.map((row) => row.blob_key)
}

export async function forgetGarbage(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.deleteFrom('blob_garbage').where('blob_key', 'in', keys).execute()
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH)
}
