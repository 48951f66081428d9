import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The roots of an organization in which something was done since a moment, found by its newest records. */
export async function listRootsActedOn(
  db: Db,
  id: OrganizationId,
  since: Instant,
  limit: number,
): Promise<{ roots: RootId[]; complete: boolean }> {
  const { rows } = await sql<{ id: RootId | null; newest: number; records: number; earliest: Instant }>`
    select acted_on_root_id as id, max(seq) as newest, count(*) as records, min(created_at) as earliest from (
      select acted_on_root_id, seq, created_at from activity
      where acted_on_company_id = ${id} order by seq desc limit ${limit}
    ) as latest group by acted_on_root_id order by newest desc`.execute(db)
  const read = rows.reduce((sum, { records }) => sum + records, 0)
  const complete = read < limit || rows.some(({ earliest }) => earliest < since)
  return { roots: rows.flatMap((row) => (row.id === null ? [] : [row.id])), complete }
}
