import { sql } from 'kysely'
import type { Database } from '../../src/platform/db/database.ts'
import type { ListWish } from '../../src/platform/table/read-listed.ts'

/** What a list of accounts should be: all rows, sorted by the database with no index in mind. */
export async function sortedWhole(
  db: Database,
  { listed, scope, sort, filters }: ListWish,
): Promise<number[]> {
  const way = sql.raw(sort.descending ? 'desc' : 'asc')
  const inScope =
    'path' in scope
      ? sql`o.path like ${`${scope.path}%`} and o.deleted_at is null`
      : sql`o.id = ${scope.organizationId}`
  const conditions = [listed.base, inScope, ...filters.map(({ where }) => where)]
  const { rows } = await sql<{ id: number }>`
    select t.id from person t join organization o on o.id = t.organization_id
    where ${sql.join(conditions, sql` and `)}
    order by ${sql.ref(`t.${sort.column}`)} ${way}, t.id ${way}`.execute(db.read)
  return rows.map(({ id }) => id)
}
