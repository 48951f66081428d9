import { type RawBuilder, sql } from 'kysely'

/**
 * Rows that a query joins as if they were a table: `with given (id, name) as (${valueRows(…)})`. PostgreSQL takes the
 * types of all rows from the first. Where it is joined, `cross join` with the condition in `where`: SQLite would else
 * rather read the whole other table, not knowing how few these rows are.
 */
export function valueRows(
  types: readonly ('bigint' | 'text')[],
  rows: readonly (readonly (number | string | null)[])[],
): RawBuilder<unknown> {
  const tuples = rows.map(
    (row, n) =>
      sql`(${sql.join(row.map((value, column) => (n > 0 ? sql`${value}` : sql`cast(${value} as ${sql.raw(types[column] ?? 'text')})`)))})`,
  )
  return sql`values ${sql.join(tuples)}`
}
