import type { Insertable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export async function insertActivity(tx: Tx, row: Insertable<Schema['activity']>): Promise<void> {
  await tx.insertInto('activity').values(row).execute()
}
