import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, { bigint, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('job')
    .addColumn('id', bigint, id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    // The next moment it may be taken: a lease or a pause after a failure moves it on.
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease', 'text')
    .addColumn('last_error', 'text')
    .addColumn('given_up_at', bigint)
    .execute()
  await tx.schema
    .createIndex('job_due')
    .on('job')
    .columns(['due_at', 'id'])
    .where(sql.ref('given_up_at'), 'is', null)
    .execute()

  await tx.schema
    .createTable('schedule')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('next_at', bigint, (c) => c.notNull())
    .execute()
}
