import type { MachineId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { type Filter, inScope } from '../../platform/db/table/listed.ts'

const found = (condition: ReturnType<typeof sql<boolean>>): Filter => ({
  where: condition,
  found: (scope) => sql`
    select t.id from machine t
    where ${inScope('t.organization_id', scope)} and t.deleted_at is null and ${condition}`,
})

export const unreachable: Filter = found(sql`t.alerted_at is not null`)
export const signedOut: Filter = { where: sql`t.signed_out_at is not null` }
export const servers: Filter = found(sql`t.machine_type = 'server'`)
export const seenBefore = (before: Instant): Filter => found(sql`(t.seen_at > 0 and t.seen_at < ${before})`)
export const only = (id: MachineId): Filter => ({
  where: sql`t.id = ${id}`,
  found: () => sql`select t.id from machine t where t.id = ${id}`,
})
export const ofPerson = (id: PersonId): Filter => ({
  where: sql`t.person_id = ${id}`,
  found: () => sql`select t.id from machine t where t.person_id = ${id}`,
})

const troubled = sql<boolean>`t.problem_count > 0`
/** Those that named problems, or stopped themselves. */
export const attention: Filter = {
  where: sql`(${troubled} or exists (
    select 1 from machine_root r where r.machine_id = t.id and r.held is not null))`,
  found: (scope) => sql`
    select t.id from machine t
    where ${inScope('t.organization_id', scope)} and t.deleted_at is null and ${troubled}
    union select r.machine_id from machine_root r where r.held is not null`,
}

const SHOWN = [
  'id',
  'organization_id',
  'person_id',
  'nickname',
  'dns_name',
  'guid',
  'os_type',
  'os_version',
  'agent_version',
  'machine_type',
  'health',
  'problem_count',
  'seen_at',
  'alerted_at',
  'signed_out_at',
  'created_at',
] as const
export type ShownMachine = Pick<Selectable<Schema['machine']>, (typeof SHOWN)[number]>

export const listShown = (db: Db, ids: readonly MachineId[]): Promise<ShownMachine[]> =>
  inBatches(ids, (batch) =>
    db.selectFrom('machine').select(SHOWN).where('id', 'in', batch).where('deleted_at', 'is', null).execute(),
  )

export type Owner = Pick<
  Selectable<Schema['person']>,
  'id' | 'first_name' | 'last_name' | 'email' | 'system_admin'
>

export const listOwners = (db: Db, ids: readonly PersonId[]): Promise<Owner[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email', 'system_admin'])
      .where('id', 'in', batch)
      .execute(),
  )

/** Those of some machines that a server holds a line to. */
export const listConnected = (
  db: Db,
  ids: readonly MachineId[],
  now: Instant,
): Promise<{ machine_id: MachineId }[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('machine_connection as c')
      .innerJoin('server_lease as l', 'l.server', 'c.server')
      .select('c.machine_id')
      .where('c.machine_id', 'in', batch)
      .where('l.until', '>', now)
      .execute(),
  )

/** Those of some machines whose changes wait for a decision, after unusual activity. */
export const listPaused = (db: Db, ids: readonly MachineId[]): Promise<{ machine_id: MachineId | null }[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('machine as m')
      .innerJoin('session as s', (join) =>
        join.onRef('s.person_id', '=', 'm.person_id').onRef('s.machine_id', '=', 'm.id'),
      )
      .select('s.machine_id')
      .distinct()
      .where('m.id', 'in', batch)
      .where('s.paused_by', 'is not', null)
      .where('s.revoked_at', 'is', null)
      .execute(),
  )

export interface RootOfMachine {
  machine_id: MachineId
  state: string | null
  /** 1 where it stopped itself. */
  held: number
}

/** In which states the roots on some machines are. */
export async function listRootStates(db: Db, ids: readonly MachineId[]): Promise<RootOfMachine[]> {
  return inBatches(ids, async (batch) => {
    const { rows } = await sql<RootOfMachine>`
      select distinct machine_id, state, case when held is null then 0 else 1 end as held
      from machine_root where machine_id in (${sql.join(batch)})`.execute(db)
    return rows
  })
}
