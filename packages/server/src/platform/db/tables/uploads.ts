import type { OnConflict } from '@holdfast/api/files/files'
import type { EntryId, Id, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, required, requiredReference } from './columns.ts'
import type { ChunkId } from './content.ts'
import type { ParentId } from './files.ts'

export type UploadId = Id<'upload'>

/** Uploads in parts, until they are files. */
export interface UploadTables {
  upload: {
    id: Generated<UploadId>
    /** Its address: random, so that it cannot be guessed. */
    key: string
    person_id: PersonId
    root_id: RootId
    /** Either a folder, 0 for the top level, or a file. */
    folder_id: ParentId | null
    file_id: EntryId | null
    name: string | null
    on_conflict: OnConflict | null
    if_ver: number | null
    file_created_at: Instant | null
    file_modified_at: Instant | null
    client_op: string | null
    /** As it was sent, to be given back. */
    metadata: string
    /** Null until the sender knows it. */
    length: number | null
    /** Bytes that are durable: those cut into chunks and, after them, the tail. */
    received: Generated<number>
    cut: Generated<number>
    /** Who is sending to it just now, and until when nobody else may. */
    lease: string | null
    lease_until: Generated<Instant>
    expires_at: Instant
    /** When its chunks were last kept from the sweep. */
    kept_at: Instant
    /** What came of it. */
    entry_id: EntryId | null
    revision_id: RevisionId | null
  }
  upload_chunk: { upload_id: UploadId; position: number; chunk_id: ChunkId; sha256: Buffer; size: number }
  /** Up to 4 MiB, and apart from the upload's row: that is changed far more often. */
  upload_tail: { upload_id: UploadId; bytes: Buffer }
}

export async function createUploads(
  schema: SchemaModule,
  { bigint, bytes, id, key }: Columns,
): Promise<void> {
  await schema
    .createTable('upload')
    .addColumn('id', bigint, id)
    .addColumn('key', key, (c) => c.notNull().unique())
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('folder_id', bigint)
    .addColumn('file_id', bigint)
    .addColumn('name', 'text')
    .addColumn('on_conflict', 'text')
    .addColumn('if_ver', bigint)
    .addColumn('file_created_at', bigint)
    .addColumn('file_modified_at', bigint)
    .addColumn('client_op', 'text')
    .addColumn('metadata', 'text', required)
    .addColumn('length', bigint)
    .addColumn('received', bigint, counter)
    .addColumn('cut', bigint, counter)
    .addColumn('lease', 'text')
    .addColumn('lease_until', bigint, counter)
    .addColumn('expires_at', bigint, required)
    .addColumn('kept_at', bigint, required)
    .addColumn('entry_id', bigint)
    .addColumn('revision_id', bigint)
    .execute()
  await schema
    .createIndex('upload_unfinished')
    .on('upload')
    .columns(['person_id'])
    .where(sql.ref('revision_id'), 'is', null)
    .execute()
  await schema.createIndex('upload_expires').on('upload').columns(['expires_at']).execute()

  await schema
    .createTable('upload_chunk')
    .addColumn('upload_id', bigint, requiredReference('upload'))
    .addColumn('position', bigint, required)
    .addColumn('chunk_id', bigint, required)
    .addColumn('sha256', bytes, required)
    .addColumn('size', bigint, required)
    .addPrimaryKeyConstraint('upload_chunk_key', ['upload_id', 'position'])
    .execute()
  await schema
    .createTable('upload_tail')
    .addColumn('upload_id', bigint, (c) => c.primaryKey().references('upload.id'))
    .addColumn('bytes', bytes, required)
    .execute()
}
