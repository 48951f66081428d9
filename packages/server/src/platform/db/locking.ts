import { PostgresAdapter, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { TAKE_LONG } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { ACROSS_ROOTS } from './statements.ts'

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Locks the rows that are read and passes over those another transaction holds. SQLite has one writer anyway. */
export const forUpdateSkipLocked = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  db: Db,
): SelectQueryBuilder<DB, Table, Row> => (isPostgres(db) ? query.forUpdate().skipLocked() : query)

/**
 * Locks the rows that are read until the transaction ends. SQLite has one writer anyway. Code that only refers to such
 * a row need not wait: a change of one organization would else wait for the one above it, which waits for the first.
 */
export const forUpdate = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  db: Db,
): SelectQueryBuilder<DB, Table, Row> => (isPostgres(db) ? query.forNoKeyUpdate() : query)

/** Lets what follows in a transaction take long, as statements do that look at everything in a large folder. */
export async function allowLong(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql.raw(TAKE_LONG).execute(tx)
}

/** Makes the next generated id follow one that was given by hand. SQLite does so by itself. */
export async function continueIdsAfterGiven(db: Db, table: string): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    ${ACROSS_ROOTS}
    select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}

/** Leaves out so many ids in every table that gives them. */
export async function skipIds(tx: Tx, count: number): Promise<void> {
  if (!isPostgres(tx)) {
    await sql`update sqlite_sequence set seq = seq + ${count}`.execute(tx)
    return
  }
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences
    where schemaname = current_schema()`.execute(tx)
  for (const { name } of rows)
    await sql`select setval(${name}::regclass, nextval(${name}::regclass) + ${count})`.execute(tx)
}

type WithId = { [Name in keyof Schema]: 'id' extends keyof Schema[Name] ? Name : never }[keyof Schema]
type IdOf<Name extends WithId> = Selectable<Schema[Name]>['id' & keyof Selectable<Schema[Name]>]

/** The ids that new rows are to be given, for code that must know them before it inserts them. */
export async function takeIds<Name extends WithId>(
  tx: Tx,
  table: Name,
  count: number,
): Promise<IdOf<Name>[]> {
  if (isPostgres(tx)) {
    const { rows } = await sql<{ id: IdOf<Name> }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(
      tx,
    )
    return rows.map(({ id }) => id)
  }
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(seq), 0) as last from sqlite_sequence where name = ${table}`.execute(tx)
  const last = rows[0]?.last ?? 0
  return Array.from({ length: count }, (_, n) => (last + 1 + n) as IdOf<Name>)
}

/** As `takeIds`, for one: sealed columns are bound to it. */
export const takeId = async <Name extends WithId>(tx: Tx, table: Name): Promise<IdOf<Name>> =>
  (await takeIds(tx, table, 1))[0] as IdOf<Name>
