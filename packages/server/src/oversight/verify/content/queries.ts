import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import { type NotNull, type Selectable, sql } from 'kysely'
import type { BlobKey } from '../../../platform/basics/blob-key.ts'
import type { StoredChunk } from '../../../platform/content/chunk-checks.ts'
import { batches } from '../../../platform/db/batches.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { ACROSS_ROOTS } from '../../../platform/db/statements.ts'
import type { ChunkId } from '../../../platform/db/tables/content.ts'

export interface ChunkRow extends StoredChunk {
  refs: number
}

/** Chunks of a root by hash, from after one on; all of them, or those that are marked. */
export const listChunks = (
  db: Db,
  rootId: RootId,
  { after, limit, damaged }: { after: Buffer | undefined; limit: number; damaged: boolean },
): Promise<ChunkRow[]> => {
  let query = db
    .selectFrom('chunk')
    .select(['id', 'root_id', 'sha256', 'size', 'data', 'blob_key', 'damaged_at', 'refs'])
    .where('root_id', '=', rootId)
    .where('stored', '=', sql.lit(1))
  if (damaged) query = query.where('damaged_at', 'is not', null)
  if (after) query = query.where('sha256', '>', after)
  return query.orderBy('sha256').limit(limit).execute()
}

/** Whether something still refers to a chunk. */
export async function isUsed(db: Db, rootId: RootId, id: ChunkId): Promise<boolean> {
  const row = await db
    .selectFrom('chunk')
    .select('refs')
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.refs > 0
}

export interface ChunkUse {
  revision_id: RevisionId
  entry_id: EntryId
  position: number
}
/** Where a chunk is used, by revision; of each revision the first place. */
export const listUses = (
  db: Db,
  rootId: RootId,
  id: ChunkId,
  { after, limit }: { after: RevisionId | 0; limit: number },
): Promise<ChunkUse[]> =>
  db
    .selectFrom('revision_chunk as u')
    .innerJoin('revision as v', (on) =>
      on.onRef('v.root_id', '=', 'u.root_id').onRef('v.id', '=', 'u.revision_id'),
    )
    .select(['u.revision_id', 'v.entry_id'])
    .select(({ fn }) => fn.min('u.position').as('position'))
    .where('u.root_id', '=', rootId)
    .where('u.chunk_id', '=', id)
    .where('u.revision_id', '>', after as RevisionId)
    .groupBy(['u.revision_id', 'v.entry_id'])
    .orderBy('u.revision_id')
    .limit(limit)
    .execute()

type RevisionToVerify = Pick<Selectable<Schema['revision']>, 'id' | 'entry_id' | 'root_id' | 'content'>

/** Revisions by number, from after one on. */
export const listRevisionsAfter = (
  db: Db,
  after: RevisionId | 0,
  limit: number,
): Promise<RevisionToVerify[]> =>
  db
    .selectFrom('revision')
    .select(['id', 'entry_id', 'root_id', 'content'])
    .where('id', '>', after as RevisionId)
    .orderBy('id')
    .limit(limit)
    .modifyEnd(ACROSS_ROOTS)
    .execute()

/** Which of some keys any row names, or the sweep is to delete. */
export async function listKnownKeys(db: Db, keys: readonly BlobKey[]): Promise<Set<BlobKey>> {
  const known = new Set<BlobKey>()
  for (const batch of batches(keys)) {
    const named = await db
      .selectFrom('chunk')
      .select('blob_key')
      .$narrowType<{ blob_key: NotNull }>()
      .where('blob_key', 'in', batch)
      .modifyEnd(ACROSS_ROOTS)
      .execute()
    const garbage = await db
      .selectFrom('blob_garbage')
      .select('blob_key')
      .where('blob_key', 'in', batch)
      .execute()
    for (const { blob_key } of [...named, ...garbage]) known.add(blob_key)
  }
  return known
}

/** Which of some keys stored chunks are under. What was only reserved may be half a blob, and nothing counts on it. */
export async function listNeededKeys(db: Db, keys: readonly BlobKey[]): Promise<Set<BlobKey>> {
  const needed = new Set<BlobKey>()
  for (const batch of batches(keys)) {
    const rows = await db
      .selectFrom('chunk')
      .select('blob_key')
      .$narrowType<{ blob_key: NotNull }>()
      .where('blob_key', 'in', batch)
      .where('blob_key', 'is not', null)
      .where('stored', '=', sql.lit(1))
      .modifyEnd(ACROSS_ROOTS)
      .execute()
    for (const { blob_key } of rows) needed.add(blob_key)
  }
  return needed
}
