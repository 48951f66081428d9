import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  const { flag } = columns
  for (const [name, value] of [
    ['auto_lock', 0],
    ['notify', 1],
  ] as const)
    await tx.schema
      .alterTable('root')
      .addColumn(name, flag, (c) => c.notNull().defaultTo(value))
      .execute()
  await createSubscriptions(tx, columns)
  await createInvitations(tx, columns)
  // Whoever sees folders only must find them among any number of files.
  await tx.schema
    .createIndex('entry_folder')
    .on('entry')
    .columns(['root_id', 'parent_id', 'name_key', 'id', 'deleted_at'])
    .where(sql.ref('kind'), '=', sql.lit('folder'))
    .execute()
}

/** The keys find the subscribers of a share, the other indexes the shares of a subscriber. */
async function createSubscriptions(tx: Tx, { bigint }: Columns): Promise<void> {
  for (const [table, member, target] of [
    ['share_person', 'person_id', 'person.id'],
    ['share_group', 'group_id', 'person_group.id'],
  ] as const) {
    await tx.schema
      .createTable(table)
      .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
      .addColumn(member, bigint, (c) => c.notNull().references(target))
      .addColumn('target', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['root_id', member, 'target'])
      .execute()
    await tx.schema.createIndex(`${table}_shares`).on(table).columns([member, 'root_id']).execute()
  }
}

async function createInvitations(tx: Tx, { bigint }: Columns): Promise<void> {
  await tx.schema
    .createTable('share_external')
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('inviter', 'text', (c) => c.notNull())
    .addColumn('invited_at', bigint, (c) => c.notNull())
    .addColumn('answered_at', bigint)
    .addPrimaryKeyConstraint('share_external_key', ['root_id', 'person_id'])
    .execute()
  await tx.schema
    .createIndex('share_external_shares')
    .on('share_external')
    .columns(['person_id', 'root_id'])
    .execute()
}
