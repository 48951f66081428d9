import type { EntryId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { readsAll } from '../../platform/db/statements.ts'
import type { PersonRow } from '../../records/people.ts'

/** The links to an item and to the folders above it. */
export interface LinksTo {
  rootId: RootId
  /** From the outermost folder to the item. */
  entryIds: readonly EntryId[]
  /** As links are dated. */
  today: string
}

/** Those of them that work. */
export interface WorkingLinks extends LinksTo {
  /** The creator of these links can no longer share anything there. */
  lapsedCreators: readonly PersonId[]
  /** The policy asks everybody to sign in. */
  closed: boolean
}

/** Everything that decides who can reach something. */
export interface Scope {
  rootId: RootId
  /** The organizations whose administrators may look into it. */
  administrators: readonly OrganizationId[]
  links: WorkingLinks | undefined
  /** Only this one. */
  personId: PersonId | undefined
}

/** Who has access is told without gaps: every link and every way that leads there counts. */
export const ALL_WAYS = readsAll(
  'who comes there is counted, and in the order of names, so every link counts',
)

// No id is 0, and neither database takes an empty list.
export const list = (ids: readonly number[]) => sql.join(ids.length > 0 ? ids : [0])

/** Neither over nor used up. What is in a folder that only takes files is not reached by its link. */
const inUse = ({ rootId, entryIds, today }: LinksTo) => sql`
  l.root_id = ${rootId} and l.entry_id in (${list(entryIds)})
  and (l.upload_only = 0 or l.entry_id = ${entryIds.at(-1) ?? 0})
  and (l.expires is null or l.expires >= ${today})
  and (l.download_limit is null or l.times_downloaded + l.limited_views < l.download_limit)`
export const working = (links: WorkingLinks) =>
  sql`${inUse(links)} and l.creator_id not in (${list(links.lapsedCreators)})`
export const open = ({ closed }: WorkingLinks) => (closed ? sql`1 = 0` : sql`l.login_required = 0`)

export async function listCreators(db: Db, links: LinksTo): Promise<PersonId[]> {
  const { rows } = await sql<{ id: PersonId }>`
    select ${ALL_WAYS} distinct l.creator_id as id from share_link l where ${inUse(links)} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The groups that take part, those inside them, and all accounts that come there in any way. */
function candidates({ rootId, administrators, links, personId }: Scope): RawBuilder<unknown> {
  const linkGroups = links
    ? sql`union select s.group_id from share_link l cross join share_subscriber s
        where ${working(links)} and s.link_id = l.id and s.group_id is not null`
    : sql``
  const linkPersons = links
    ? sql`union select s.person_id from share_link l cross join share_subscriber s
        where ${working(links)} and s.link_id = l.id and s.person_id is not null`
    : sql``
  const everybody = sql`
    select person_id from root where id = ${rootId} and person_id is not null
    union select person_id from share_person where root_id = ${rootId}
    union select person_id from share_external where root_id = ${rootId} and status = 'accepted'
    union select m.person_id from inside cross join group_person m where m.group_id = inside.id
    ${linkPersons}
    union select id from person
      where organization_id in (${list(administrators)}) and (site_admin = 1 or system_admin = 1)`
  // For `cross join` see `records/groups.ts`.
  return sql`
    with ${ALL_WAYS} recursive given (id) as (
      select group_id from share_group where root_id = ${rootId}
      ${linkGroups}
    ), inside (id) as (
      select id from given
      union
      select m.member_group_id from inside cross join group_group m where m.group_id = inside.id
    ), candidate (id) as (${personId === undefined ? everybody : sql`select cast(${personId} as bigint)`})`
}

/** How many accounts come there, by their organizations: whether those can be used is for the caller to find out. */
export async function countPersons(
  db: Db,
  scope: Scope,
): Promise<{ organization_id: OrganizationId; count: number }[]> {
  const { rows } = await sql<{ organization_id: OrganizationId; count: number }>`
    ${candidates(scope)}
    select p.organization_id, count(*) as count from candidate cross join person p
    where p.id = candidate.id and p.active = 1 and p.deleted_at is null
    group by p.organization_id`.execute(db)
  return rows.map(({ organization_id, count }) => ({ organization_id, count: Number(count) }))
}

/** Groups, addresses, whose owners have access, and “anyone”. */
function others({ links, personId }: Scope): RawBuilder<unknown> {
  if (personId !== undefined) return sql`select 'anyone' as kind, 0 as id, '' as name where 1 = 0`
  const groups = sql`
    select 'group' as kind, g.id, g.name from given cross join person_group g
    where g.id = given.id and g.deleted_at is null`
  if (!links) return groups
  const isOpen = sql`${working(links)} and ${open(links)}`
  return sql`
    ${groups}
    union all
    select 'email', min(s.id), min(s.email) from share_link l cross join share_subscriber s
    where ${working(links)} and s.link_id = l.id and s.email_key is not null group by s.email_key
    union all
    select 'anyone', 0, '' where exists (select 1 from share_link l where ${isOpen})`
}

export async function countOthers(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${candidates(scope)} select count(*) as count from (${others(scope)}) as o`.execute(db)
  return Number(rows[0]?.count)
}

export interface ReachingRow {
  kind: 'person' | 'group' | 'email' | 'anyone'
  id: number
  name: string
}
/** By name, «anyone» first; without accounts of the organizations that cannot be used. */
export async function listReaching(
  db: Db,
  scope: Scope,
  unusable: readonly OrganizationId[],
  { skip, limit }: { skip: number; limit: number },
): Promise<ReachingRow[]> {
  const { rows } = await sql<ReachingRow>`
    ${candidates(scope)}
    select kind, id, name from (
      select 'person' as kind, p.id,
        coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) as name
      from candidate cross join person p
      where p.id = candidate.id and p.active = 1 and p.deleted_at is null
        and p.organization_id not in (${list(unusable)})
      union all
      select kind, id, name from (${others(scope)}) as o
    ) as reaching
    order by case when kind = 'anyone' then 0 else 1 end, lower(name), name, kind, id
    limit ${limit} offset ${skip}`.execute(db)
  return rows
}

export type Account = Pick<
  PersonRow,
  | 'id'
  | 'organization_id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'guest'
  | 'site_admin'
  | 'system_admin'
  | 'active'
  | 'deleted_at'
>
export async function listAccounts(db: Db, ids: readonly PersonId[]): Promise<Map<PersonId, Account>> {
  const accounts = new Map<PersonId, Account>()
  for (const batch of batches(ids))
    for (const account of await db
      .selectFrom('person')
      .select(['id', 'organization_id', 'email', 'first_name', 'last_name', 'guest', 'active', 'deleted_at'])
      .select(['site_admin', 'system_admin'])
      .where('id', 'in', batch)
      .execute())
      accounts.set(account.id, account)
  return accounts
}
