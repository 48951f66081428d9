import type { OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { LinkKind } from '@holdfast/api/sharing/link-table'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll } from '../../platform/db/statements.ts'
import { type Condition, type Filter, inScope, type Scope } from '../../platform/db/table/listed.ts'
import { beginsIn } from '../../platform/db/table/named.ts'

/** By what links are sorted, in the words of the indexes. */
export const USED = sql`coalesce(t.last_used_at, 0)`
export const EXPIRY = sql`coalesce(t.expires, '9999-12-31')`

const found = (condition: Condition): Filter => ({
  where: condition,
  found: (scope) => sql`
    select t.id from share_link t where ${inScope('t.organization_id', scope)} and ${condition}`,
})

/** Those that open without a sign-in, but for organizations whose policy asks for one. */
export const isPublic = (today: string, closed: readonly OrganizationId[]): Filter =>
  found(
    sql`t.login_required = 0 and coalesce(t.expires, ${today}) >= ${today}${
      closed.length > 0 ? sql` and t.organization_id not in (${sql.join(closed)})` : sql``
    }`,
  )
export const withoutPassword: Filter = { where: sql`t.password_hash is null` }
export const withoutExpiry: Filter = { where: sql`t.expires is null` }
/** A visitor needs nobody to have been named for it. */
export const takingFiles: Filter = {
  where: sql`t.kind = 'folder' and t.login_required = 0 and t.anon_edit = 1`,
}
export const unusedSince = (before: Instant): Filter =>
  found(sql`${USED} < ${before} and t.created_at < ${before}`)
export const ofCreator = (id: PersonId): Filter => ({
  where: sql`t.creator_id = ${id}`,
  found: () => sql`select t.id from share_link t where t.creator_id = ${id}`,
})
export const ofRoot = (id: RootId): Filter => ({
  where: sql`t.root_id = ${id}`,
  found: () => sql`select t.id from share_link t where t.root_id = ${id}`,
})

const isRequest = sql<boolean>`exists (select 1 from file_request q where q.link_id = t.id)`
export const ofKind = (kind: LinkKind): Filter =>
  kind === 'file_request'
    ? { where: isRequest, found: () => sql`select q.link_id as id from file_request q` }
    : { where: kind === 'file' ? sql`t.kind = 'file'` : sql`t.kind = 'folder' and not ${isRequest}` }

/**
 * Those of which each word that was typed is in the name of the item, or begins one in that of its team share or creator. Names of
 * items only count in some organizations: those where the reader may see them.
 */
export const named = (
  typed: readonly { word: string; part: string }[],
  seen: readonly OrganizationId[],
): Filter => ({
  where: sql`${sql.join(
    typed.map(
      ({ word, part }) => sql<boolean>`(${beginsIn('person', sql`t.creator_id`, word)}
        or ${beginsIn('share', sql`t.root_id`, word)}${seen.length > 0 ? sql` or ${isIn(part, seen)}` : sql``})`,
    ),
    sql` and `,
  )}`,
})
const isIn = (part: string, seen: readonly OrganizationId[]) => sql`(
  t.organization_id in (${sql.join(seen)}) and exists (
    select 1 from entry e where e.root_id = t.root_id and e.id = t.entry_id
      and e.name_key like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'))`

export const listOrganizations = async (db: Db, scope: Scope): Promise<OrganizationId[]> => {
  const { rows } = await sql<{ id: OrganizationId }>`
    select o.id from organization o where ${inScope('o.id', scope)}`.execute(db)
  return rows.map(({ id }) => id)
}

type Link = Selectable<Schema['share_link']>
export type ShownLink = Omit<Link, 'hash' | 'hash_digest' | 'password_hash'> & {
  has_password: number
  is_request: number
  members: number
  root_name: string
  root_type: 'sync' | 'share' | 'backup'
  first_name: string
  last_name: string
  email: string
}

export const listShown = (db: Db, ids: readonly SharelinkId[]): Promise<ShownLink[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<ShownLink>`
      select ${readsAll('each link tells how many it is shared with')}
        t.id, t.organization_id, t.root_id, t.entry_id, t.kind, t.creator_id, t.expires, t.login_required,
        t.download_limit, t.anon_edit, t.upload_only, t.times_viewed, t.times_downloaded, t.created_at, t.last_used_at,
        case when t.password_hash is null then 0 else 1 end as has_password,
        case when ${isRequest} then 1 else 0 end as is_request,
        (select count(*) from share_subscriber s where s.link_id = t.id) as members,
        r.name as root_name, r.root_type, p.first_name, p.last_name, p.email
      from share_link t join root r on r.id = t.root_id join person p on p.id = t.creator_id
      where t.id in (${sql.join(batch)}) and r.deleted_at is null`.execute(db)
    return rows
  })

/** The names of what links lead to, each with those of the folders above it, outermost first. */
export const listNamesOnWay = (
  db: Db,
  ids: readonly SharelinkId[],
): Promise<{ link_id: SharelinkId; name: string }[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<{ link_id: SharelinkId; name: string }>`
      with recursive way (link_id, root_id, id, distance) as (
        select l.id, l.root_id, l.entry_id, 0 from share_link l where l.id in (${sql.join(batch)})
        union all
        select way.link_id, way.root_id, e.parent_id, distance + 1 from way cross join entry e
        where e.root_id = way.root_id and e.id = way.id and e.parent_id <> 0
      )
      select way.link_id, e.name from way cross join entry e
      where e.root_id = way.root_id and e.id = way.id order by way.link_id, distance desc`.execute(db)
    return rows
  })
