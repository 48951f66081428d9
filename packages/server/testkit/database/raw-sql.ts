import { sql } from 'kysely'
import type { Database } from '../../src/platform/db/database.ts'
import { ACROSS_ROOTS } from '../../src/platform/db/statements.ts'

/** Runs a statement past the program: to damage what it must notice, or to count again what it keeps count of. */
export async function rawSql<Row>(db: Database, statement: string): Promise<Row[]> {
  const { rows } = await db.write((tx) => sql<Row>`${ACROSS_ROOTS} ${sql.raw(statement)}`.execute(tx))
  return rows
}
