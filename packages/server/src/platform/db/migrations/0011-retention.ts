import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await dateRevisions(tx, columns)
  // What was deleted in a root, the oldest first.
  await tx.schema
    .createIndex('entry_deleted')
    .on('entry')
    .columns(['root_id', 'deleted_at', 'id'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute()
  await findChunks(tx)
}

async function dateRevisions(tx: Tx, { bigint }: Columns): Promise<void> {
  await tx.schema
    .alterTable('revision')
    .addColumn('root_id', bigint, (c) => c.notNull().defaultTo(0))
    .execute()
  await tx.schema.alterTable('revision').addColumn('replaced_at', bigint).execute()
  await sql`
    update revision set root_id = (select root_id from entry where entry.id = revision.entry_id),
      replaced_at = (select n.created_at from revision n
        where n.entry_id = revision.entry_id and n.id > revision.id order by n.id limit 1)`.execute(tx)
  // Revisions of a root that are not the newest of their file, by when they ceased to be.
  await tx.schema
    .createIndex('revision_replaced')
    .on('revision')
    .columns(['root_id', 'replaced_at', 'id'])
    .where(sql.ref('replaced_at'), 'is not', null)
    .execute()
}

async function findChunks(tx: Tx): Promise<void> {
  // Which files a chunk is in. Deleting a chunk looks here too, to see that there are none.
  await tx.schema.createIndex('revision_chunk_use').on('revision_chunk').columns(['chunk_id']).execute()
  await tx.schema
    .createIndex('chunk_blob')
    .on('chunk')
    .columns(['blob_key'])
    .where(sql.ref('blob_key'), 'is not', null)
    .execute()
  await tx.schema
    .createIndex('chunk_waiting')
    .on('chunk')
    .columns(['root_id'])
    .where(sql.ref('stored'), '=', sql.lit(0))
    .execute()
}
