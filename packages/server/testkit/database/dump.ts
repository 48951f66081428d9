import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { ACROSS_ROOTS } from '../../src/platform/db/statements.ts'

/** What a server tells of itself is something else each time, whatever others do. */
const BY_ITSELF = 'server_figures'

/** Every row of every table, in an order that does not depend on the database. */
export async function dumpTables(db: Db): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (name === BY_ITSELF) continue
    const { rows } = await sql`${ACROSS_ROOTS} select * from ${sql.table(name)}`.execute(db)
    dump[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return dump
}
