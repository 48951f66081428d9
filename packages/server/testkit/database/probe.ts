import { sql } from 'kysely'
import type { Database, Db, Tx } from '../../src/platform/db/database.ts'
import { columnsOf } from '../../src/platform/db/tables/columns.ts'

/** Makes a table for tests of the database itself: `probe`, with an id and a text that is sorted by bytes. */
export function createProbeTable(db: Database): Promise<void> {
  const { bigint, id, key } = columnsOf(db.dialect)
  return db.write((tx) =>
    tx.schema
      .createTable('probe')
      .ifNotExists()
      .addColumn('id', bigint, id)
      .addColumn('name', key, (c) => c.notNull().unique())
      .addColumn('count', bigint, (c) => c.notNull().defaultTo(0))
      .execute(),
  )
}

/** Adds a row and gives its id. */
export async function insertProbe(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into probe (name) values (${name}) returning id`.execute(
    tx,
  )
  return rows[0]?.id ?? Number.NaN
}

/** The texts of all rows, in the order in which they were added. */
export async function probeNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from probe order by id`.execute(db)
  return rows.map((row) => row.name)
}

/** Makes the database look as if a version with that migration had been here. */
export async function recordMigration(db: Database, name: string): Promise<void> {
  await db.write((tx) => sql`insert into migration (name, applied_at) values (${name}, 0)`.execute(tx))
}
