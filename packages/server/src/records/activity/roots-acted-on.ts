import type { MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { IN_STEPS } from '../../platform/db/statements.ts'

interface By {
  person: PersonId | undefined
  machine: MachineId | undefined
}

/** The newest records of an organization, or of one of its devices or people, which other indexes find. */
const newest = (id: OrganizationId, { person, machine }: By) =>
  machine === undefined && person === undefined
    ? sql`acted_on_company_id = ${id} order by seq desc`
    : machine === undefined
      ? sql`actor_person_id = ${person} and acted_on_company_id = ${id} order by id desc`
      : sql`actor_machine_id = ${machine} and acted_on_company_id = ${id}
          ${person === undefined ? sql`` : sql`and actor_person_id = ${person}`} order by id desc`

/**
 * The roots of an organization in which something was done since a moment, by whoever or by one alone; found by the newest
 * records.
 */
export async function listRootsActedOn(
  db: Db,
  id: OrganizationId,
  since: Instant,
  limit: number,
  by: By = { person: undefined, machine: undefined },
): Promise<{ roots: RootId[]; complete: boolean }> {
  const { rows } = await sql<{ id: RootId | null; newest: number; records: number; earliest: Instant }>`
    select acted_on_root_id as id, max(seq) as newest, count(*) as records, min(created_at) as earliest from (
      select ${IN_STEPS} acted_on_root_id, seq, created_at from activity
      where ${newest(id, by)} limit ${limit}
    ) as latest group by acted_on_root_id order by newest desc`.execute(db)
  const read = rows.reduce((sum, { records }) => sum + records, 0)
  const complete = read < limit || rows.some(({ earliest }) => earliest < since)
  return { roots: rows.flatMap((row) => (row.id === null ? [] : [row.id])), complete }
}
