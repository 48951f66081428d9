import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'
import type { UploadId } from '../../platform/db/tables/uploads.ts'

export type UploadRow = Selectable<Schema['upload']>

export const insertUpload = (tx: Tx, upload: Insertable<Schema['upload']>): Promise<UploadRow> =>
  tx.insertInto('upload').values(upload).returningAll().executeTakeFirstOrThrow()

export const findUpload = (db: Db, key: string): Promise<UploadRow | undefined> =>
  db.selectFrom('upload').selectAll().where('key', '=', key).executeTakeFirst()

const unfinished = (db: Db, personId: PersonId, at: Instant) =>
  db
    .selectFrom('upload')
    .where('person_id', '=', personId)
    .where('revision_id', 'is', null)
    .where('expires_at', '>', at)

export async function countUnfinished(db: Db, personId: PersonId, at: Instant): Promise<number> {
  const { count } = await unfinished(db, personId, at)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const listUnfinished = (db: Db, personId: PersonId, at: Instant): Promise<UploadRow[]> =>
  unfinished(db, personId, at).selectAll().orderBy('id', 'desc').execute()

/** Gives the upload to one sender, unless another one has it and was heard of lately. */
export const takeLease = (
  tx: Tx,
  id: UploadId,
  lease: string,
  at: Instant,
  until: Instant,
): Promise<UploadRow | undefined> =>
  tx
    .updateTable('upload')
    .set({ lease, lease_until: until })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('lease', 'is', null), eb('lease_until', '<=', at)]))
    .returningAll()
    .executeTakeFirst()

export async function endLease(tx: Tx, id: UploadId, lease: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ lease: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

/** Changes an upload for the one who holds it. Gives nothing when that is another by now. */
export const updateUpload = (
  tx: Tx,
  id: UploadId,
  lease: string,
  change: Updateable<Schema['upload']>,
): Promise<UploadRow | undefined> =>
  tx
    .updateTable('upload')
    .set(change)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returningAll()
    .executeTakeFirst()

export async function insertUploadChunks(
  tx: Tx,
  chunks: readonly Selectable<Schema['upload_chunk']>[],
): Promise<void> {
  for (const batch of batches(chunks)) await tx.insertInto('upload_chunk').values(batch).execute()
}

export const listUploadChunks = (
  db: Db,
  id: UploadId,
): Promise<{ sha256: Buffer; size: number; chunk_id: ChunkId }[]> =>
  db
    .selectFrom('upload_chunk')
    .select(['sha256', 'size', 'chunk_id'])
    .where('upload_id', '=', id)
    .orderBy('position')
    .execute()

/** Keeps all chunks of an upload from the sweep for another while. */
export async function touchUploadChunks(
  tx: Tx,
  { id, root_id }: Pick<UploadRow, 'id' | 'root_id'>,
  at: Instant,
): Promise<void> {
  await sql`
    update chunk set idle_since = ${at}
    where root_id = ${root_id} and refs = 0
      and id in (select chunk_id from upload_chunk where upload_id = ${id})`.execute(tx)
}

export async function findTail(db: Db, id: UploadId): Promise<Buffer> {
  const row = await db
    .selectFrom('upload_tail')
    .select('bytes')
    .where('upload_id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? Buffer.alloc(0)
}

export async function setTail(tx: Tx, id: UploadId, bytes: Buffer): Promise<void> {
  await tx.deleteFrom('upload_tail').where('upload_id', '=', id).execute()
  if (bytes.length > 0) await tx.insertInto('upload_tail').values({ upload_id: id, bytes }).execute()
}

/** Its chunks stay for the sweep, or for the file they are by now. */
export async function deleteParts(tx: Tx, ids: readonly UploadId[]): Promise<void> {
  for (const batch of batches(ids)) {
    await tx.deleteFrom('upload_chunk').where('upload_id', 'in', batch).execute()
    await tx.deleteFrom('upload_tail').where('upload_id', 'in', batch).execute()
  }
}

/** From here on, requests that send to one of them add nothing. */
export const holdUploads = (tx: Tx, ids: readonly UploadId[]): Promise<UploadRow[]> =>
  forUpdate(tx.selectFrom('upload').selectAll().where('id', 'in', ids), tx).execute()

export async function deleteUploads(tx: Tx, ids: readonly UploadId[]): Promise<void> {
  await deleteParts(tx, ids)
  for (const batch of batches(ids)) await tx.deleteFrom('upload').where('id', 'in', batch).execute()
}

export const listExpired = (
  db: Db,
  at: Instant,
  limit: number,
): Promise<Pick<UploadRow, 'id' | 'root_id'>[]> =>
  db
    .selectFrom('upload')
    .select(['id', 'root_id'])
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
