import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { keysOf } from '../db/keys.ts'
import { type RowName, versionOf } from '../secrets/keys.ts'
import { SEALED, type SealedColumn, type SealedTable } from '../secrets/sealed-columns.ts'

export type SealedTableName = keyof typeof SEALED

/** Before any row: names are texts or numbers above 0. */
export const firstRow = (table: SealedTableName): RowName => (SEALED[table].row === 'name' ? '' : 0)

/** Seals the next rows after one by the newest key; gives the last of them and how much that was, or nothing at the end. */
export async function resealSome(
  tx: Tx,
  table: SealedTableName,
  after: RowName,
  limit: number,
): Promise<{ last: RowName; sealed: number } | undefined> {
  const { row: name, columns }: SealedTable = SEALED[table]
  const { rows } = await sql<Record<string, Buffer | null> & { row: RowName }>`
    select ${sql.ref(name)} as "row", ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where ${sql.ref(name)} > ${after} order by ${sql.ref(name)} limit ${limit}`.execute(
    tx,
  )
  let sealed = 0
  for (const row of rows)
    for (const column of columns)
      if (await resealOne(tx, table, row.row, column, row[column] ?? null)) sealed++
  const last = rows.at(-1)?.row
  return last === undefined ? undefined : { last, sealed }
}

async function resealOne(
  tx: Tx,
  table: SealedTableName,
  row: RowName,
  column: string,
  value: Buffer | null,
): Promise<boolean> {
  const keys = keysOf(tx)
  if (value === null || versionOf(value) === keys.version) return false
  const place = `${table}.${column}` as SealedColumn
  const text = keys.open(place, row, value)
  const { row: name, digests = {} }: SealedTable = SEALED[table]
  const set = [sql`${sql.ref(column)} = ${keys.seal(place, row, text)}`]
  for (const [digest, of] of Object.entries(digests))
    if (of === column) set.push(sql`${sql.ref(digest)} = ${keys.digest(place, text)}`)
  // Not over what someone has written since.
  await sql`update ${sql.table(table)} set ${sql.join(set)}
    where ${sql.ref(name)} = ${row} and ${sql.ref(column)} = ${value}`.execute(tx)
  return true
}
