import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  for (const table of ['root', 'entry'] as const) await addLocks(tx, table, columns)
  await dateChanges(tx, columns)
  await sortChildren(tx)
  await widenHistory(tx, columns)
}

async function addLocks(tx: Tx, table: 'root' | 'entry', { bigint }: Columns): Promise<void> {
  for (const column of ['locked_by', 'locked_at', 'lock_until'])
    await tx.schema.alterTable(table).addColumn(column, bigint).execute()
  await tx.schema.alterTable(table).addColumn('lock_holder', 'text').execute()
  // What a folder's hash is made from, by what a caller wants to see.
  for (const column of ['live_ver', 'locks_ver', 'locked_ver'])
    await tx.schema
      .alterTable(table)
      .addColumn(column, bigint, (c) => c.notNull().defaultTo(0))
      .execute()
  if (table === 'root') return
  // The locks in a folder by the moment they end, and all those of a root.
  await tx.schema
    .createIndex('entry_locked')
    .on('entry')
    .columns(['root_id', 'parent_id', 'lock_until'])
    .where(sql.ref('locked_by'), 'is not', null)
    .execute()
}

async function dateChanges(tx: Tx, { bigint }: Columns): Promise<void> {
  await tx.schema
    .alterTable('entry')
    .addColumn('changed_at', bigint, (c) => c.notNull().defaultTo(0))
    .execute()
  await tx.schema.alterTable('entry').addColumn('deletion_at', bigint).execute()
  await sql`
    update entry set deletion_at = deleted_at, changed_at = coalesce(
      (select at from change c where c.root_id = entry.root_id and c.seq = entry.seq), created_at)`.execute(
    tx,
  )
  await tx.schema
    .createIndex('entry_changed')
    .on('entry')
    .columns(['root_id', 'changed_at', 'id'])
    .where(sql.ref('kind'), '=', sql.lit('file'))
    .execute()
  // Files in a folder that is deleted or restored change with it, though their rows do not.
  await tx.schema
    .createIndex('entry_deletion')
    .on('entry')
    .columns(['root_id', 'deletion_at', 'id'])
    .where(sql<boolean>`kind = 'folder' and deletion_at is not null`)
    .execute()
}

async function sortChildren(tx: Tx): Promise<void> {
  for (const column of ['modified_at', 'size'])
    await tx.schema
      .createIndex(`entry_${column}`)
      .on('entry')
      .columns(['root_id', 'parent_id', column, 'id'])
      .execute()
}

async function widenHistory(tx: Tx, { bigint }: Columns): Promise<void> {
  await tx.schema.alterTable('change').addColumn('first_seq', bigint).execute()
  await tx.schema.createIndex('change_at').on('change').columns(['root_id', 'at', 'seq']).execute()
  await tx.schema
    .alterTable('entry_version')
    .addColumn('root_id', bigint, (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`
    update entry_version set root_id = (select root_id from entry where entry.id = entry_version.entry_id)`.execute(
    tx,
  )
  // What lay in a folder at some moment.
  await tx.schema
    .createIndex('entry_version_place')
    .on('entry_version')
    .columns(['root_id', 'parent_id', 'seq_to'])
    .execute()
}
