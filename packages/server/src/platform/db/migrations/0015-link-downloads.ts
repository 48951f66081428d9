import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, { bigint, key }: Columns): Promise<void> {
  await tx.schema
    .createTable('link_download')
    .addColumn('link_id', bigint, (c) => c.notNull().references('share_link.id'))
    .addColumn('client', key, (c) => c.notNull())
    .addColumn('content', key, (c) => c.notNull())
    .addColumn('begun_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('link_download_key', ['link_id', 'client', 'content'])
    .execute()
}
