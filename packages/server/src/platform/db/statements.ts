import type { RootId } from '@holdfast/api/ids'
import { PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

/** Runs another statement beside the one that is looked at, such as one that explains it. */
export type Beside = (statement: string, values: readonly unknown[]) => unknown[]
type Check = (statement: string, beside?: Beside) => void

let check: Check | undefined

/** Lets tests look at every statement before it runs: what they throw, its caller gets. */
export function checkStatements(by: Check): void {
  check = by
}

export const checkStatement: Check = (statement, beside) => check?.(statement, beside)

/**
 * Stands in the few statements that are about files of all roots at once. Every other names the root, so that the tables
 * of files can be divided by roots one day (ADR 0027); the tests refuse one that does neither.
 */
export const ACROSS_ROOTS = sql`/* across roots */`

/** Stands in the few statements that are to go through all that a root holds; the tests refuse any other that does. */
export const WHOLE_ROOT = sql`/* whole root */`

/** Stands in statements that pass over many rows of a log: each reads a part of it, of a length that its caller bounds. */
export const IN_STEPS = sql`/* in steps */`

/**
 * Stands in the few statements that read all there is of something, and says why; the tests bound them by how much that is,
 * and refuse any other that does.
 */
export const readsAll = (why: string): RawBuilder<SqlBool> => sql.raw(`/* reads all: ${why} */`)

/**
 * `root_id = …` beside a list of ids, so that each id is looked up instead of going through the root. SQLite has no
 * statistics and takes a root for a handful of rows, so the column is hidden from its planner. PostgreSQL needs it for
 * the key, and expects few rows where it is hidden as well: many, and it would read the whole table to join it with them.
 */
export function inRoot(db: Db, rootId: RootId, column = 'root_id'): RawBuilder<SqlBool> {
  const hidden = sql<SqlBool>`${sql.ref(column)} + 0 = ${rootId}`
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return isPostgres ? sql`${sql.ref(column)} = ${rootId} and ${hidden}` : hidden
}
