import type { GroupId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll } from '../../platform/db/statements.ts'
import { type Filter, inScope } from '../../platform/db/table/listed.ts'

const IS_SHARE = sql<boolean>`t.root_type = 'share' and t.deleted_at is null`

const WITH_EXTERNAL = sql<boolean>`exists (
  select 1 from share_external e where e.root_id = t.id and e.status <> 'declined')`
export const withExternal: Filter = { where: WITH_EXTERNAL }
export const withoutOwner: Filter = {
  where: sql`not exists (select 1 from share_person m where m.root_id = t.id and m.role = 'CO_OWNER')
    and not exists (select 1 from share_group m where m.root_id = t.id and m.role = 'CO_OWNER')`,
}
export const changedBefore = (before: Instant): Filter => {
  const condition = sql<boolean>`(t.shown_change > 0 and t.shown_change < ${before})`
  return {
    where: condition,
    found: (scope) => sql`
      select t.id from root t
      where ${inScope('t.organization_id', scope)} and ${IS_SHARE} and ${condition}`,
  }
}

export const withGroup = (id: GroupId): Filter => ({
  where: sql`exists (select 1 from share_group m where m.root_id = t.id and m.group_id = ${id})`,
  found: () => sql`select distinct m.root_id as id from share_group m where m.group_id = ${id}`,
})

/** Shown alone. */
export const only = (id: RootId): Filter => ({
  where: sql`t.id = ${id}`,
  found: () => sql`select t.id from root t where t.id = ${id} and ${IS_SHARE}`,
})

const SHOWN = ['id', 'organization_id', 'name', 'shown_space', 'shown_change', 'created_at'] as const
export type ShownShare = Pick<Selectable<Schema['root']>, (typeof SHOWN)[number]>

export const listShown = (db: Db, ids: readonly RootId[]): Promise<ShownShare[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('root')
      .select(SHOWN)
      .where('id', 'in', batch)
      .where('root_type', '=', 'share')
      .where('deleted_at', 'is', null)
      .execute(),
  )

export interface MemberCounts {
  id: RootId
  people: number
  groups: number
  external: number
}

export const countMembers = (db: Db, ids: readonly RootId[]): Promise<MemberCounts[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<MemberCounts>`
      select ${readsAll('each team share tells how many take part in it')} r.id,
        (select count(distinct m.person_id) from share_person m where m.root_id = r.id) as people,
        (select count(distinct m.group_id) from share_group m where m.root_id = r.id) as groups,
        (select count(*) from share_external e where e.root_id = r.id and e.status <> 'declined') as external
      from root r where r.id in (${sql.join(batch)})`.execute(db)
    return rows
  })

export interface OwnerOfShare {
  root_id: RootId
  id: PersonId
  first_name: string
  last_name: string
  email: string
}

/** The first people of each share who manage it, by name. */
export const listFirstOwners = (db: Db, ids: readonly RootId[], most: number): Promise<OwnerOfShare[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<OwnerOfShare>`
      select root_id, id, first_name, last_name, email from (
        select m.root_id, p.id, p.first_name, p.last_name, p.email,
          row_number() over (partition by m.root_id order by p.name_key, p.id) as n
        from (
          select distinct root_id, person_id from share_person
          where root_id in (${sql.join(batch)}) and role = 'CO_OWNER'
        ) as m join person p on p.id = m.person_id
      ) as numbered where n <= ${sql.lit(most)} order by root_id, n`.execute(db)
    return rows
  })

export interface Figures {
  id: RootId
  organization_id: OrganizationId
  shown_space: number
  shown_change: Instant
  space: number
  change: Instant
}

/** What the next team shares store and when they last changed, and what lists show of it, by organization and id. */
export async function listFigures(
  db: Db,
  after: readonly [OrganizationId | 0, RootId | 0],
  limit: number,
): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select r.id, r.organization_id, r.shown_space, r.shown_change, r.stored_size as space,
      coalesce((select c.at from change c where c.root_id = r.id and c.seq = r.seq), 0) as change
    from root r
    where (r.organization_id, r.id) > (${sql.join(after)}) and r.root_type = 'share' and r.deleted_at is null
    order by r.organization_id, r.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, change: Number(row.change) }))
}

export async function setShown(tx: Tx, { id, space, change }: Figures): Promise<void> {
  await tx
    .updateTable('root')
    .set({ shown_space: space, shown_change: change })
    .where('id', '=', id)
    .execute()
}
