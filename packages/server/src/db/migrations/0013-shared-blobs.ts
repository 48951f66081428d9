import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export async function up(tx: Tx): Promise<void> {
  // Which other chunks a blob serves, before it is given up.
  await tx.schema
    .createIndex('chunk_blob')
    .on('chunk')
    .columns(['blob_key'])
    .where(sql.ref('blob_key'), 'is not', null)
    .execute()
}
