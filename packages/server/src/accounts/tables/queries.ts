import type { AuthSourceId, GroupId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { type Filter, inScope, type Listed } from '../../platform/db/table/listed.ts'

export const PERSONS: Listed = {
  table: 'person',
  base: sql`t.guest = 0 and t.deleted_at is null`,
  counter: 'persons_count',
}
export const GUESTS: Listed = {
  table: 'person',
  base: sql`t.guest = 1 and t.deleted_at is null`,
  counter: 'guests_count',
}
export const GROUPS: Listed = {
  table: 'person_group',
  base: sql`t.deleted_at is null`,
  counter: 'groups_count',
}

/** Of the persons, or guests, whose index has them in a row. */
function byIndex(guest: 0 | 1, condition: ReturnType<typeof sql<boolean>>): Filter {
  const flag = sql.lit(guest)
  return {
    where: condition,
    found: (scope) => sql`
      select t.id from person t
      where ${inScope('t.organization_id', scope)} and t.guest = ${flag} and t.deleted_at is null and ${condition}`,
  }
}

export const administrators: Filter = {
  where: sql`(t.site_admin = 1 or t.system_admin = 1)`,
  found: (scope) => sql`
    select t.id from person t
    where ${inScope('t.organization_id', scope)} and (t.site_admin = 1 or t.system_admin = 1)`,
}
export const lockedAt = (now: Instant): Filter => byIndex(0, sql`t.locked_until > ${now}`)
export const withoutTwoStep: Filter = byIndex(0, sql`t.two_step_mode is null`)
export const disabled: Filter = byIndex(0, sql`t.active = 0`)
export const neverSeen = (guest: 0 | 1): Filter => byIndex(guest, sql`t.seen_at = 0`)
export const seenBefore = (guest: 0 | 1, before: Instant): Filter =>
  byIndex(guest, sql`(t.seen_at > 0 and t.seen_at < ${before})`)
export const emailUnverified: Filter = { where: sql`t.email_verified_at is null` }
/** For those who may know how these sign in. */
export const notSystemAdmin: Filter = { where: sql`t.system_admin = 0` }

export const inGroup = (id: GroupId): Filter => ({
  where: sql`exists (select 1 from group_person m where m.group_id = ${id} and m.person_id = t.id)`,
  found: () => sql`select m.person_id as id from group_person m where m.group_id = ${id}`,
})

/** Groups that somebody is in directly. */
export const withMember = (id: PersonId): Filter => ({
  where: sql`exists (select 1 from group_person m where m.group_id = t.id and m.person_id = ${id})`,
  found: () => sql`select m.group_id as id from group_person m where m.person_id = ${id}`,
})

export const ofDirectory = (table: Listed['table'], id: AuthSourceId): Filter => ({
  where: sql`t.auth_source_id = ${id}`,
  found: () => sql`
    select t.id from ${sql.table(table)} t where t.auth_source_id = ${id} and t.deleted_at is null`,
})

export const invitedBy = (id: PersonId): Filter => ({
  where: sql`t.creator_id = ${id}`,
  found: () => sql`
    select t.id from person t where t.creator_id = ${id} and t.guest = 1 and t.deleted_at is null`,
})

const SHOWN = [
  'id',
  'organization_id',
  'email',
  'email_verified_at',
  'first_came_at',
  'first_name',
  'last_name',
  'mobile_phone',
  'site_admin',
  'system_admin',
  'active',
  'creator_id',
  'space_quota',
  'password_hash',
  'two_step_mode',
  'auth_source_id',
  'seen_at',
  'shown_space',
  'locked_until',
  'created_at',
] as const
export type ShownPerson = Pick<Selectable<Schema['person']>, (typeof SHOWN)[number]>

export const listShownPersons = (db: Db, ids: readonly PersonId[]): Promise<ShownPerson[]> =>
  inBatches(ids, (batch) =>
    db.selectFrom('person').select(SHOWN).where('id', 'in', batch).where('deleted_at', 'is', null).execute(),
  )

export interface GroupOfPerson {
  person_id: PersonId
  id: GroupId
  name: string
  /** In how many groups the person is. */
  total: number
}

/** The first groups of each person, by name. */
export async function listFirstGroups(
  db: Db,
  ids: readonly PersonId[],
  most: number,
): Promise<GroupOfPerson[]> {
  return inBatches(ids, async (batch) => {
    const { rows } = await sql<GroupOfPerson>`
      select person_id, id, name, total from (
        select m.person_id, g.id, g.name,
          row_number() over (partition by m.person_id order by g.name_key) as n,
          count(*) over (partition by m.person_id) as total
        from group_person m join person_group g on g.id = m.group_id
        where m.person_id in (${sql.join(batch)})
      ) as numbered where n <= ${sql.lit(most)} order by person_id, n`.execute(db)
    return rows
  })
}

export const listDirectoryNames = (
  db: Db,
  ids: readonly AuthSourceId[],
): Promise<{ id: AuthSourceId; nickname: string | null; host: string }[]> =>
  inBatches(ids, (batch) =>
    db.selectFrom('auth_source').select(['id', 'nickname', 'host']).where('id', 'in', batch).execute(),
  )

export const listNames = (
  db: Db,
  ids: readonly PersonId[],
): Promise<Pick<Selectable<Schema['person']>, 'id' | 'first_name' | 'last_name' | 'email'>[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('id', 'in', batch)
      .execute(),
  )

/** How many share links each guest is named in. */
export const countLinksFor = (
  db: Db,
  ids: readonly PersonId[],
): Promise<{ id: PersonId | null; count: number }[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('share_subscriber')
      .select(({ fn }) => ['person_id as id', fn.countAll<number>().as('count')])
      .where('person_id', 'in', batch)
      .groupBy('person_id')
      .execute(),
  )

export const listShownGroups = (
  db: Db,
  ids: readonly GroupId[],
): Promise<Selectable<Schema['person_group']>[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('person_group')
      .selectAll()
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )

export interface GroupCounts {
  id: GroupId
  member_groups: number
  shares: number
}

/** How many groups are directly in each, and of how many team shares each is a member itself. */
export const countInGroups = (db: Db, ids: readonly GroupId[]): Promise<GroupCounts[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<GroupCounts>`
      select g.id,
        (select count(*) from group_group m where m.group_id = g.id) as member_groups,
        (select count(distinct s.root_id) from share_group s join root r on r.id = s.root_id
          where s.group_id = g.id and r.deleted_at is null) as shares
      from person_group g where g.id in (${sql.join(batch)})`.execute(db)
    return rows
  })

export interface Space {
  id: PersonId
  shown: number
  stored: number
}

/** What some persons store, and what lists show of it. */
export async function listSpaces(db: Db, after: number, limit: number): Promise<Space[]> {
  const { rows } = await sql<Space>`
    select p.id, p.shown_space as shown, coalesce(sum(r.stored_size), 0) as stored
    from (
      select id, shown_space from person
      where id > ${after} and guest = 0 and deleted_at is null order by id limit ${limit}
    ) as p left join root r on r.person_id = p.id and r.deleted_at is null
    group by p.id, p.shown_space order by p.id`.execute(db)
  return rows.map((row) => ({ ...row, stored: Number(row.stored) }))
}

export async function setShownSpace(tx: Tx, { id, stored }: Space): Promise<void> {
  await tx.updateTable('person').set({ shown_space: stored }).where('id', '=', id).execute()
}

/** Devices, with the names of those whose they are. */
export const listMachinesWithOwners = (db: Db, ids: readonly MachineId[]) =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('machine as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select(['m.id', 'm.organization_id', 'm.nickname', 'm.dns_name', 'm.guid', 'm.person_id'])
      .select(['p.first_name', 'p.last_name', 'p.email'])
      .where('m.id', 'in', batch)
      .where('m.deleted_at', 'is', null)
      .execute(),
  )

export const listShareNames = (
  db: Db,
  ids: readonly RootId[],
): Promise<Pick<Selectable<Schema['root']>, 'id' | 'organization_id' | 'name'>[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('root')
      .select(['id', 'organization_id', 'name'])
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
