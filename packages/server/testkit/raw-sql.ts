import { sql } from 'kysely'
import type { Database } from '../src/platform/db/database.ts'

/** Runs a statement past the program: to damage what it must notice, or to count anew what it keeps count of. */
export async function rawSql<Row>(db: Database, statement: string): Promise<Row[]> {
  const { rows } = await db.write((tx) => sql.raw<Row>(statement).execute(tx))
  return rows
}
