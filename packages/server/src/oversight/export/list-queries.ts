import type { OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'

export const listNames = (
  db: Db,
  ids: readonly OrganizationId[],
): Promise<{ id: OrganizationId; name: string }[]> =>
  inBatches([...new Set(ids)], (batch) =>
    db.selectFrom('organization').select(['id', 'name']).where('id', 'in', batch).orderBy('id').execute(),
  )

/** One more than a member: a person or group in a group. */
export interface Member {
  name: string
  kind: 'person' | 'group'
}

/** Who is directly in a group. */
export async function listGroupMembers(db: Db, id: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select p.email as name, 'person' as kind from group_person m join person p on p.id = m.person_id
      where m.group_id = ${id}
    union all
    select g.name, 'group' from group_group m join person_group g on g.id = m.member_group_id
      where m.group_id = ${id}
    order by kind, name`.execute(db)
  return rows
}

export interface ShareMember {
  kind: 'person' | 'group' | 'external'
  name: string
  role: string
  target: string | null
}

/** Who can open a team share, and in which role. */
export async function listShareMembers(db: Db, rootId: RootId): Promise<ShareMember[]> {
  const { rows } = await sql<ShareMember>`
    select 'person' as kind, p.email as name, s.role, s.target from share_person s join person p on p.id = s.person_id
      where s.root_id = ${rootId}
    union all
    select 'group', g.name, s.role, s.target from share_group s join person_group g on g.id = s.group_id
      where s.root_id = ${rootId}
    union all
    select 'external', p.email, s.role, s.status from share_external s join person p on p.id = s.person_id
      where s.root_id = ${rootId}
    order by kind, name, role`.execute(db)
  return rows
}

export interface SharedLink {
  id: SharelinkId
  root_id: RootId
  root_name: string
  parent_id: ParentId
  name: string
  kind: string
  email: string
  login_required: number
  upload_only: number
  has_password: number
  expires: string | null
  download_limit: number | null
  times_viewed: number
  times_downloaded: number
  created_at: number
}

/** The links to what a root holds: never what opens them. */
export const listLinksIn = (
  db: Db,
  rootId: RootId,
  after: SharelinkId | 0,
  limit: number,
): Promise<SharedLink[]> =>
  db
    .selectFrom('share_link as l')
    .innerJoin('entry as e', (on) => on.onRef('e.root_id', '=', 'l.root_id').onRef('e.id', '=', 'l.entry_id'))
    .innerJoin('root as r', 'r.id', 'l.root_id')
    .innerJoin('person as p', 'p.id', 'l.creator_id')
    .select(['l.id', 'l.root_id', 'r.name as root_name', 'e.parent_id', 'e.name', 'l.kind', 'p.email'])
    .select(['l.login_required', 'l.upload_only', 'l.expires', 'l.download_limit', 'l.created_at'])
    .select(['l.times_viewed', 'l.times_downloaded'])
    .select(sql<number>`case when l.password_hash is null then 0 else 1 end`.as('has_password'))
    .where('l.root_id', '=', rootId)
    .where('e.root_id', '=', rootId)
    .where('l.id', '>', after as SharelinkId)
    .orderBy('l.id')
    .limit(limit)
    .execute()

/** Whom links are for: addresses and groups, by link. */
export async function listRecipients(
  db: Db,
  links: readonly SharelinkId[],
): Promise<{ link_id: SharelinkId; name: string }[]> {
  return inBatches(links, async (batch) => {
    const { rows } = await sql<{ link_id: SharelinkId; name: string }>`
      select s.link_id, coalesce(p.email, g.name, s.email) as name from share_subscriber s
      left join person p on p.id = s.person_id left join person_group g on g.id = s.group_id
      where s.link_id in (${sql.join(batch)}) order by s.link_id, s.id`.execute(db)
    return rows
  })
}

/** Accounts and guests, by id. */
export const listAccountsAfter = (db: Db, id: OrganizationId, after: PersonId | 0, limit: number) =>
  db
    .selectFrom('person')
    .select(['id', 'guest', 'email', 'first_name', 'last_name', 'mobile_phone', 'locale', 'timezone'])
    .select(['site_admin', 'system_admin', 'active', 'space_quota', 'created_at'])
    .where('organization_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('id', '>', after as PersonId)
    .orderBy('id')
    .limit(limit)
    .execute()
