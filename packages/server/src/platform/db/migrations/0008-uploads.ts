import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  // Whether a change that a client names was made already.
  await tx.schema
    .createIndex('change_client_op')
    .on('change')
    .columns(['root_id', 'client_op'])
    .where(sql.ref('client_op'), 'is not', null)
    .execute()
  await createUpload(tx, columns)
  await createParts(tx, columns)
}

async function createUpload(tx: Tx, { bigint, id, key }: Columns): Promise<void> {
  await tx.schema
    .createTable('upload')
    .addColumn('id', bigint, id)
    // Its address: random, so that it cannot be guessed.
    .addColumn('key', key, (c) => c.notNull().unique())
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    // Either a folder, 0 for the top level, or a file.
    .addColumn('folder_id', bigint)
    .addColumn('file_id', bigint)
    .addColumn('name', 'text')
    .addColumn('on_conflict', 'text')
    .addColumn('if_ver', bigint)
    .addColumn('file_created_at', bigint)
    .addColumn('file_modified_at', bigint)
    .addColumn('client_op', 'text')
    // As it was sent, to be given back.
    .addColumn('metadata', 'text', (c) => c.notNull())
    // Null until the sender knows it.
    .addColumn('length', bigint)
    // Bytes that are durable: those cut into chunks and, after them, the tail.
    .addColumn('received', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('cut', bigint, (c) => c.notNull().defaultTo(0))
    // Who is sending to it just now, and until when nobody else may.
    .addColumn('lease', 'text')
    .addColumn('lease_until', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', bigint, (c) => c.notNull())
    // When its chunks were last kept from the sweep.
    .addColumn('kept_at', bigint, (c) => c.notNull())
    // What came of it.
    .addColumn('entry_id', bigint)
    .addColumn('revision_id', bigint)
    .execute()
  await tx.schema
    .createIndex('upload_unfinished')
    .on('upload')
    .columns(['person_id'])
    .where(sql.ref('revision_id'), 'is', null)
    .execute()
  await tx.schema.createIndex('upload_expires').on('upload').columns(['expires_at']).execute()
}

async function createParts(tx: Tx, { bigint, bytes }: Columns): Promise<void> {
  await tx.schema
    .createTable('upload_chunk')
    .addColumn('upload_id', bigint, (c) => c.notNull().references('upload.id'))
    .addColumn('position', bigint, (c) => c.notNull())
    .addColumn('chunk_id', bigint, (c) => c.notNull())
    .addColumn('sha256', bytes, (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_chunk_key', ['upload_id', 'position'])
    .execute()
  // Up to 4 MiB, and apart from the upload's row: that is changed far more often.
  await tx.schema
    .createTable('upload_tail')
    .addColumn('upload_id', bigint, (c) => c.primaryKey().references('upload.id'))
    .addColumn('bytes', bytes, (c) => c.notNull())
    .execute()
}
