import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { ACROSS_ROOTS } from '../../src/platform/db/statements.ts'

/** The ids of all rows, by the table that gives them. */
export async function readAllIds(db: Db): Promise<Map<string, Set<number>>> {
  const ids = new Map<string, Set<number>>()
  for (const { name, columns } of await db.introspection.getTables()) {
    const column = columns.find((one) => one.name === 'id')
    if (!column?.isAutoIncrementing) continue
    const { rows } = await sql<{ id: number }>`${ACROSS_ROOTS} select id from ${sql.table(name)}`.execute(db)
    ids.set(name, new Set(rows.map(({ id }) => id)))
  }
  return ids
}
