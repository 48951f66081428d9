import { sql } from 'kysely'
import { batches } from '../batches.ts'
import type { Rows, Tx } from '../database.ts'
import { gramIndexOf } from '../gram-index/index-of.ts'
import { isPostgres } from '../locking.ts'
import { ACROSS_ROOTS } from '../statements.ts'
import type { LastIds, WholeTable } from './tables.ts'

/** Few enough for the values that a statement may have, with as many columns as our tables have. */
const ROWS_IN_STATEMENT = 64

export interface TableToLoad extends WholeTable {
  rows: Rows
}

/** Fills empty tables, and gives how many rows each has got. Ids go on after the last ones that were given. */
export async function loadTables(
  tx: Tx,
  tables: readonly TableToLoad[],
  ids: LastIds,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await withoutReferences(tx, async () => {
    for (const table of tables) counts.set(table.name, await loadTable(tx, table))
  })
  for (const [table, last] of Object.entries(ids)) await setLastId(tx, table, last)
  await gramIndexOf(tx).fill(tx)
  return counts
}

async function loadTable(tx: Tx, { name, columns, rows }: TableToLoad): Promise<number> {
  const into = sql`${ACROSS_ROOTS} insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})`
  let count = 0
  for await (const some of rows)
    for (let from = 0; from < some.length; from += ROWS_IN_STATEMENT)
      for (const batch of batches(some.slice(from, from + ROWS_IN_STATEMENT))) {
        await sql`${into} values ${sql.join(batch.map((row) => sql`(${sql.join(row)})`))}`.execute(tx)
        count += batch.length
      }
  return count
}

/** Rows refer to others that come later, of the same table too: what refers to nothing is found at the end. */
async function withoutReferences(tx: Tx, work: () => Promise<void>): Promise<void> {
  if (!isPostgres(tx)) {
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    return work()
  }
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(tx)
  for (const { table, name } of rows)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx)
  await work()
  for (const { table, name, definition } of rows)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(tx)
}

async function setLastId(tx: Tx, table: string, last: number): Promise<void> {
  if (isPostgres(tx)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx)
}
