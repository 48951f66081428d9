import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await createLink(tx, columns)
  await createSubscriber(tx, columns)
}

async function createLink(tx: Tx, { bigint, flag, id, key }: Columns): Promise<void> {
  await tx.schema
    .createTable('share_link')
    .addColumn('id', bigint, id)
    .addColumn('hash', key, (c) => c.notNull().unique())
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('root_id', bigint, (c) => c.notNull().references('root.id'))
    // No reference: a purged item takes its links along, whoever purges it.
    .addColumn('entry_id', bigint, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('creator_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('expires', key)
    .addColumn('login_required', flag, (c) => c.notNull())
    .addColumn('download_limit', bigint)
    .addColumn('download_notify', flag, (c) => c.notNull())
    .addColumn('upload_notify', flag, (c) => c.notNull())
    .addColumn('anon_edit', flag, (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('times_downloaded', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('times_viewed', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('last_used_at', bigint)
    .execute()
  for (const columns of [
    ['creator_id', 'id'],
    ['organization_id', 'id'],
    ['root_id', 'entry_id'],
  ] as const)
    await tx.schema
      .createIndex(`share_link_${columns[0]}`)
      .on('share_link')
      .columns([...columns])
      .execute()
}

async function createSubscriber(tx: Tx, { bigint, flag, id, key }: Columns): Promise<void> {
  await tx.schema
    .createTable('share_subscriber')
    .addColumn('id', bigint, id)
    .addColumn('link_id', bigint, (c) => c.notNull().references('share_link.id'))
    .addColumn('hash', key, (c) => c.notNull().unique())
    .addColumn('person_id', bigint, (c) => c.references('person.id'))
    .addColumn('group_id', bigint, (c) => c.references('person_group.id'))
    .addColumn('email', 'text')
    .addColumn('email_key', key)
    .addColumn('write_access', flag, (c) => c.notNull())
    .addColumn('delete_access', flag, (c) => c.notNull())
    .addColumn('times_downloaded', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('times_viewed', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema
    .createIndex('share_subscriber_of_link')
    .on('share_subscriber')
    .columns(['link_id', 'id'])
    .execute()
  // Nobody is subscribed twice, and what is shared with someone is found at once.
  for (const column of ['person_id', 'group_id', 'email_key'])
    await tx.schema
      .createIndex(`share_subscriber_${column}`)
      .unique()
      .on('share_subscriber')
      .columns([column, 'link_id'])
      .where(sql.ref(column), 'is not', null)
      .execute()
}
