import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await createRoot(tx, columns)
  await createEntry(tx, columns)
  await createContent(tx, columns)
  await createHistory(tx, columns)
}

async function createRoot(tx: Tx, { bigint, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('root')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('person_id', bigint, (c) => c.references('person.id'))
    .addColumn('root_type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    // The number of the newest change; taken from here, so that commit order and number order agree.
    .addColumn('seq', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('children_ver', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('live_children', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_children', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('live_size', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('stored_size', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .execute()
  await tx.schema.createIndex('root_of_person').on('root').columns(['person_id']).execute()
  await tx.schema.createIndex('root_of_organization').on('root').columns(['organization_id', 'id']).execute()
}

async function createEntry(tx: Tx, { bigint, id, key }: Columns): Promise<void> {
  await tx.schema
    .createTable('entry')
    .addColumn('id', bigint, id)
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    // 0 is the top level: a null would escape the unique index below.
    .addColumn('parent_id', bigint, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('revision_id', bigint)
    .addColumn('size', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('modified_at', bigint, (c) => c.notNull())
    .addColumn('ver', bigint, (c) => c.notNull())
    .addColumn('seq', bigint, (c) => c.notNull())
    .addColumn('children_ver', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('live_children', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_children', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_at', bigint)
    .execute()
  // Decides races for a name, and lists the live items of a folder.
  await tx.schema
    .createIndex('entry_live_name')
    .on('entry')
    .columns(['root_id', 'parent_id', 'name_key'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await tx.schema
    .createIndex('entry_name')
    .on('entry')
    .columns(['root_id', 'parent_id', 'name_key', 'id'])
    .execute()
}

async function createContent(tx: Tx, { bigint, bytes, flag, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('chunk')
    .addColumn('id', bigint, id)
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    .addColumn('sha256', bytes, (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    // Small chunks hold their bytes here, larger ones the key of a blob.
    .addColumn('data', bytes)
    .addColumn('blob_key', 'text')
    // 0 until the bytes are durable: the row comes first, so that no blob is ever unknown.
    .addColumn('stored', flag, (c) => c.notNull())
    .addColumn('refs', bigint, (c) => c.notNull())
    // Since when nothing refers to it; null while something does.
    .addColumn('idle_since', bigint)
    .execute()
  await tx.schema
    .createIndex('chunk_content')
    .on('chunk')
    .columns(['root_id', 'sha256'])
    .unique()
    .where(sql.ref('stored'), '=', sql.lit(1))
    .execute()
  await tx.schema
    .createIndex('chunk_idle')
    .on('chunk')
    .columns(['idle_since'])
    .where(sql.ref('idle_since'), 'is not', null)
    .execute()

  // Blobs whose row is gone but whose bytes may still be there.
  await tx.schema
    .createTable('blob_garbage')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .execute()

  await tx.schema
    .createTable('revision')
    .addColumn('id', bigint, id)
    .addColumn('entry_id', bigint, (c) => c.notNull().references('entry.id'))
    .addColumn('content', bytes, (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('full_size', bigint, (c) => c.notNull())
    .addColumn('delta_size', bigint, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('modified_at', bigint, (c) => c.notNull())
    .addColumn('person_id', bigint)
    .addColumn('machine_id', bigint)
    .execute()
  await tx.schema.createIndex('revision_of_entry').on('revision').columns(['entry_id', 'id']).execute()

  await tx.schema
    .createTable('revision_chunk')
    .addColumn('revision_id', bigint, (c) => c.notNull().references('revision.id'))
    .addColumn('position', bigint, (c) => c.notNull())
    .addColumn('chunk_id', bigint, (c) => c.notNull().references('chunk.id'))
    .addColumn('size', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('revision_chunk_key', ['revision_id', 'position'])
    .execute()
}

async function createHistory(tx: Tx, { bigint }: Columns): Promise<void> {
  await tx.schema
    .createTable('change')
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    .addColumn('seq', bigint, (c) => c.notNull())
    .addColumn('op', 'text', (c) => c.notNull())
    .addColumn('entry_id', bigint, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('parent_id', bigint, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('ver', bigint, (c) => c.notNull())
    .addColumn('revision_id', bigint)
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .addColumn('person_id', bigint)
    .addColumn('machine_id', bigint)
    .addColumn('client_op', 'text')
    .addColumn('at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('change_key', ['root_id', 'seq'])
    .execute()

  // What an entry was from one change up to, and not including, another.
  await tx.schema
    .createTable('entry_version')
    .addColumn('entry_id', bigint, (c) => c.notNull().references('entry.id'))
    .addColumn('seq_from', bigint, (c) => c.notNull())
    .addColumn('seq_to', bigint, (c) => c.notNull())
    .addColumn('parent_id', bigint, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('revision_id', bigint)
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('modified_at', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .addPrimaryKeyConstraint('entry_version_key', ['entry_id', 'seq_from'])
    .execute()
}
