import { OneByOne } from '@holdfast/api/one-by-one'
import { type Kysely, sql } from 'kysely'
import type { Snapshot, Value } from './database.ts'
import { type HashedBytes, markLeft } from './left-bytes.ts'
import { TAKE_YOUR_TIME } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { ACROSS_ROOTS } from './statements.ts'

/** Some rows hold a few MiB. */
const ROWS_AT_ONCE = 128

export const postgresSnapshot = <T>(
  read: Kysely<Schema>,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> =>
  read
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await sql.raw(TAKE_YOUR_TIME).execute(db)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      // The cursor's next rows and the bytes of earlier ones may be asked for at once, and there is one connection.
      const oneByOne = new OneByOne()
      return work({
        db,
        rows: (table, columns) => rowsOf(db, oneByOne, table, columns),
        rowsWithout: (left, table, columns) =>
          markLeft(left, columns, rowsOf(db, oneByOne, table, columns, left.column)),
        bytes: (left, table, ids) => oneByOne.run(() => bytesOf(db, left, table, ids)),
      })
    })

async function bytesOf(
  db: Kysely<Schema>,
  { column }: HashedBytes,
  table: string,
  ids: readonly number[],
): Promise<(Buffer | undefined)[]> {
  const { rows } = await sql<{ id: number; bytes: Buffer | null }>`
    ${ACROSS_ROOTS} select id, ${sql.ref(column)} as bytes from ${sql.table(table)} where id = any(${ids})`.execute(
    db,
  )
  const found = new Map(rows.map(({ id, bytes }) => [id, bytes ?? undefined]))
  return ids.map((id) => found.get(id))
}

async function* rowsOf(
  db: Kysely<Schema>,
  oneByOne: OneByOne,
  table: string,
  columns: readonly string[],
  left?: string,
) {
  const names = sql.join(
    columns.map((column) =>
      // Known without fetching the bytes.
      column === left ? sql`octet_length(${sql.ref(column)}) as ${sql.ref(column)}` : sql.ref(column),
    ),
  )
  const { rows: key } = await sql<{ name: string }>`
    select a.attname as name
    from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indisprimary and i.indrelid = ${table}::regclass order by k.place`.execute(db)
  const order = key.length > 0 ? sql`order by ${sql.join(key.map(({ name }) => sql.ref(name)))}` : sql``
  await sql`
    declare all_rows no scroll cursor for ${ACROSS_ROOTS} select ${names} from ${sql.table(table)} ${order}`.execute(
    db,
  )
  for (;;) {
    const { rows } = await oneByOne.run(() =>
      sql<Record<string, Value>>`fetch ${sql.lit(ROWS_AT_ONCE)} from all_rows`.execute(db),
    )
    if (rows.length === 0) break
    yield rows.map((row) => columns.map((column) => row[column] ?? null))
  }
  await oneByOne.run(() => sql`close all_rows`.execute(db))
}
