import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { type Condition, type Filter, inScope } from '../../platform/db/table/listed.ts'
import { beginsIn } from '../../platform/db/table/named.ts'

const IS_BACKUP = sql<boolean>`t.root_type = 'backup' and t.deleted_at is null`

/** What is noted with the backup of a root. */
const has = (condition: Condition): Filter => ({
  where: sql`exists (select 1 from backup b where b.root_id = t.id and ${condition})`,
  found: () => sql`select b.root_id as id from backup b where ${condition}`,
})

export const paused: Filter = has(sql`b.paused > 0`)
export const unread: Filter = has(sql`b.unread > 0`)
export const ofMachine = (id: MachineId): Filter => has(sql`b.machine_id = ${id}`)
export const ofPerson = (id: PersonId): Filter => ({
  where: sql`t.person_id = ${id}`,
  found: () => sql`select t.id from root t where t.person_id = ${id} and ${IS_BACKUP}`,
})
export const lateSince = (before: Instant): Filter => {
  const late = sql<boolean>`t.shown_change < ${before} and t.created_at < ${before}`
  return {
    where: sql`${late} and not exists (select 1 from backup b where b.root_id = t.id and b.paused > 0)`,
    loose: true,
    found: (scope) => sql`
      select t.id from root t where ${inScope('t.organization_id', scope)} and ${IS_BACKUP} and ${late}`,
  }
}
const fails = sql<boolean>`exists (
  select 1 from machine_root m where m.root_id = t.id and m.source = 'backup' and m.state = 'failed')`
export const failing: Filter = { where: fails }

/** Those of which each word that was typed begins one in the name of the device or of its owner. */
export const called = (typed: readonly string[]): Filter => ({
  where: sql`${sql.join(
    typed.map(
      (word) => sql<boolean>`(${beginsIn('person', sql`t.person_id`, word)}
        or ${beginsIn('machine', sql`(select b.machine_id from backup b where b.root_id = t.id)`, word)})`,
    ),
    sql` and `,
  )}`,
})

export type ShownBackup = Pick<
  Selectable<Schema['root']>,
  'id' | 'organization_id' | 'person_id' | 'shown_change' | 'stored_size' | 'created_at'
> &
  Pick<Selectable<Schema['backup']>, 'machine_id' | 'path' | 'schedule' | 'unread'> &
  Pick<Selectable<Schema['machine']>, 'nickname' | 'dns_name' | 'guid'> & {
    files: number
    state: string | null
    first_name: string | null
    last_name: string | null
    email: string | null
    system_admin: number | null
  }

export const listShown = (db: Db, ids: readonly RootId[]): Promise<ShownBackup[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<ShownBackup>`
      select t.id, t.organization_id, t.person_id, t.shown_change, t.stored_size, t.created_at,
        b.machine_id, b.path, b.schedule, b.unread, m.nickname, m.dns_name, m.guid,
        p.first_name, p.last_name, p.email, p.system_admin,
        coalesce((
          select run.files from backup_run run where run.root_id = t.id order by run.id desc limit 1
        ), 0) as files,
        (select on_it.state from machine_root on_it
          where on_it.machine_id = b.machine_id and on_it.root_id = t.id) as state
      from root t join backup b on b.root_id = t.id join machine m on m.id = b.machine_id
        left join person p on p.id = t.person_id
      where t.id in (${sql.join(batch)}) and ${IS_BACKUP}`.execute(db)
    return rows
  })
