import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await createShareNews(tx, columns)
  await createNotice(tx, columns)
  await createMute(tx, columns)
}

async function createShareNews(tx: Tx, { bigint }: Columns): Promise<void> {
  await tx.schema
    .createTable('share_news')
    .addColumn('root_id', bigint, (c) => c.primaryKey().references('root.id'))
    .addColumn('told_seq', bigint, (c) => c.notNull())
    .addColumn('telling_seq', bigint)
    .execute()
  // What happened before there were notices is no news.
  await sql`insert into share_news (root_id, told_seq) select id, seq from root where root_type = 'share'`.execute(
    tx,
  )
  // None of its columns changes with a change of files, so uploads do not pay for it.
  await sql`create index root_notifying on root (id)
    where root_type = 'share' and notify = 1 and deleted_at is null`.execute(tx)
}

async function createNotice(tx: Tx, { bigint, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('notice')
    .addColumn('id', bigint, id)
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('link_id', bigint, (c) => c.references('share_link.id'))
    .addColumn('root_id', bigint, (c) => c.references('root.id'))
    .addColumn('from_seq', bigint)
    .addColumn('to_seq', bigint)
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('first_at', bigint, (c) => c.notNull())
    .addColumn('due_at', bigint, (c) => c.notNull())
    .execute()
  // One for each of what it is about: more is added to it. Where the first column is null there is nothing to compare.
  for (const [first, second] of [
    ['link_id', 'kind'],
    ['root_id', 'person_id'],
  ] as const)
    await tx.schema.createIndex(`notice_${first}`).unique().on('notice').columns([first, second]).execute()
  for (const columns of [
    ['person_id', 'id'],
    ['due_at', 'id'],
  ] as const)
    await tx.schema
      .createIndex(`notice_${columns[0]}`)
      .on('notice')
      .columns([...columns])
      .execute()
  await tx.schema
    .createTable('notice_line')
    .addColumn('notice_id', bigint, (c) => c.notNull().references('notice.id'))
    .addColumn('position', bigint, (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('times', bigint, (c) => c.notNull())
    .addColumn('at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_line_key', ['notice_id', 'position'])
    .execute()
}

async function createMute(tx: Tx, { bigint, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('notice_mute')
    .addColumn('id', bigint, id)
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('link_id', bigint, (c) => c.references('share_link.id'))
    .addColumn('root_id', bigint, (c) => c.references('root.id'))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await sql`create unique index notice_mute_of on notice_mute
    (person_id, kind, (coalesce(link_id, 0)), (coalesce(root_id, 0)))`.execute(tx)
  for (const columns of [['person_id', 'id'], ['link_id'], ['root_id']])
    await tx.schema.createIndex(`notice_mute_${columns[0]}`).on('notice_mute').columns(columns).execute()
}
