import { PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { ACROSS_ROOTS } from './statements.ts'

const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Locks the rows that are read and passes over those another transaction holds. SQLite has one writer anyway. */
export const forUpdateSkipLocked = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  db: Db,
): SelectQueryBuilder<DB, Table, Row> => (isPostgres(db) ? query.forUpdate().skipLocked() : query)

/**
 * Locks the rows that are read until the transaction ends. SQLite has one writer anyway. Whoever only refers to such
 * a row need not wait: a change of one organization would else wait for the one above it, which waits for the first.
 */
export const forUpdate = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  db: Db,
): SelectQueryBuilder<DB, Table, Row> => (isPostgres(db) ? query.forNoKeyUpdate() : query)

/** Makes the next generated id follow one that was given by hand. SQLite does so by itself. */
export async function continueIdsAfterGiven(db: Db, table: string): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    ${ACROSS_ROOTS}
    select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}
