import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type NotNull, sql } from 'kysely'
import type { BlobKey } from '../basics/blob-key.ts'
import { batches } from '../db/batches.ts'
import type { Db, Tx } from '../db/database.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { Flag } from '../db/tables/columns.ts'
import type { ChunkId } from '../db/tables/content.ts'

const HELD = ['id', 'sha256', 'size', 'blob_key', 'refs', 'unclaimed', 'idle_since', 'damaged_at'] as const

// `stored` is spelled out: with a parameter, SQLite would plan again at each call whether the index of stored ones fits.
const selectStored = preparedFirst<{ rootId: RootId; sha256: Buffer }, HeldChunk>((db, $) =>
  db
    .selectFrom('chunk')
    .select(HELD)
    .where('root_id', '=', $('rootId'))
    .where('sha256', '=', $('sha256'))
    .where('stored', '=', sql.lit(1))
    .compile(),
)
export const findStoredChunk = (db: Db, rootId: RootId, sha256: Buffer): Promise<HeldChunk | undefined> =>
  selectStored(db, { rootId, sha256 })

/** A key that a blob may be written under: its row stays until a commit or the sweep takes it away. */
export interface ReservedBlob {
  id: ChunkId
  key: BlobKey
}

/** Rows for blobs about to be written. The sweep may take them, with the blobs, if no commit does. */
export async function insertReservedChunks(
  tx: Tx,
  rootId: RootId,
  keys: readonly BlobKey[],
  at: Instant,
): Promise<ReservedBlob[]> {
  const reserved: ReservedBlob[] = []
  for (const batch of batches(keys)) {
    const rows = await tx
      .insertInto('chunk')
      .values(
        batch.map((key) => ({
          root_id: rootId,
          sha256: UNKNOWN,
          size: 0,
          blob_key: key,
          stored: 0 as const,
          refs: 0,
          idle_since: at,
        })),
      )
      .returning(['id', 'blob_key'])
      .$narrowType<{ blob_key: NotNull }>()
      .execute()
    for (const { id, blob_key } of rows) reserved.push({ id, key: blob_key })
  }
  return reserved
}
/** What a blob will hold is known only when it is written. */
const UNKNOWN = Buffer.alloc(0)

/** Gives how many were still there. */
export async function deleteReservedChunks(
  tx: Tx,
  rootId: RootId,
  reserved: readonly ReservedBlob[],
): Promise<number> {
  let deleted = 0
  for (const batch of batches(reserved)) {
    const { numDeletedRows } = await tx
      .deleteFrom('chunk')
      .where('root_id', '=', rootId)
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  return deleted
}

export interface HeldChunk {
  id: ChunkId
  sha256: Buffer
  size: number
  blob_key: BlobKey | null
  refs: number
  unclaimed: Flag
  idle_since: Instant | null
  /** While this is set, the row cannot be taken at its word: its bytes are to be stored again. */
  damaged_at: Instant | null
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
      .select(HELD)
      .where('root_id', '=', rootId)
      .where('sha256', 'in', batch)
      .where('stored', '=', sql.lit(1))
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
  /** When it was stored, if nothing refers to it yet. */
  idleSince: Instant | null
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
      idle_since: $('idleSince'),
    })
    .returning('id')
    .compile(),
)
export const insertInlineChunk = async (tx: Tx, chunk: InlineChunk): Promise<ChunkId> =>
  ((await addInlineChunk(tx, chunk)) as { id: ChunkId }).id

/** Gives the ids by the hashes in hex. */
export async function insertInlineChunks(
  tx: Tx,
  chunks: readonly InlineChunk[],
): Promise<Map<string, ChunkId>> {
  const ids = new Map<string, ChunkId>()
  for (const batch of batches(chunks)) {
    const rows = await tx
      .insertInto('chunk')
      .values(
        batch.map(({ rootId, sha256, size, data, refs, idleSince }) => ({
          ...{ root_id: rootId, sha256, size, data, stored: 1 as const, refs, idle_since: idleSince },
        })),
      )
      .returning(['id', 'sha256'])
      .execute()
    for (const { id, sha256 } of rows) ids.set(sha256.toString('hex'), id)
  }
  return ids
}

interface BlobChunk {
  rootId: RootId
  sha256: Buffer
  size: number
  key: BlobKey
  refs: number
  idleSince: Instant | null
}
/** Gives the ids by the keys of the blobs. */
export async function insertBlobChunks(tx: Tx, chunks: readonly BlobChunk[]): Promise<Map<BlobKey, ChunkId>> {
  const ids = new Map<BlobKey, ChunkId>()
  for (const batch of batches(chunks)) {
    const rows = await tx
      .insertInto('chunk')
      .values(
        batch.map(({ rootId, sha256, size, key, refs, idleSince }) => ({
          root_id: rootId,
          sha256,
          size,
          blob_key: key,
          stored: 1 as const,
          refs,
          idle_since: idleSince,
        })),
      )
      .returning(['id', 'blob_key'])
      .$narrowType<{ blob_key: NotNull }>()
      .execute()
    for (const { id, blob_key } of rows) ids.set(blob_key, id)
  }
  return ids
}

/** Counts `refs` more uses of each chunk. Gives how many rows were still there to be claimed. */
export async function claimChunks(
  tx: Tx,
  rootId: RootId,
  ids: readonly ChunkId[],
  refs: number,
): Promise<number> {
  let claimed = 0
  for (const batch of batches(ids)) {
    const { numUpdatedRows } = await tx
      .updateTable('chunk')
      .set({ refs: sql`refs + ${refs}`, unclaimed: 0, idle_since: null })
      .where('root_id', '=', rootId)
      .where('id', 'in', batch)
      .executeTakeFirst()
    claimed += Number(numUpdatedRows)
  }
  return claimed
}

/** Counts a chunk that nothing refers to as sent for a file to be made. Gives its bytes, unless it was counted before. */
export async function markUnclaimed(tx: Tx, rootId: RootId, id: ChunkId): Promise<number> {
  const marked = await tx
    .updateTable('chunk')
    .set({ unclaimed: 1 })
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .where('refs', '=', 0)
    .where('unclaimed', '=', 0)
    .returning('size')
    .executeTakeFirst()
  return marked?.size ?? 0
}

/** Keeps chunks that nothing refers to yet from the sweep for another while. Gives those that are still there. */
export async function touchChunks(
  tx: Tx,
  rootId: RootId,
  ids: readonly ChunkId[],
  at: Instant,
): Promise<Set<ChunkId>> {
  const there = new Set<ChunkId>()
  for (const batch of batches(ids)) {
    const rows = await tx
      .updateTable('chunk')
      .set({ idle_since: sql<Instant | null>`case when refs = 0 then cast(${at} as bigint) end` })
      .where('root_id', '=', rootId)
      .where('id', 'in', batch)
      .returning('id')
      .execute()
    for (const { id } of rows) there.add(id)
  }
  return there
}
