import type { EntryId, GroupId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import { sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Flag } from '../../platform/db/tables/columns.ts'
import type { EntryKind } from '../../platform/db/tables/files.ts'
import { ALL_WAYS, list, open, type WorkingLinks, working } from './queries.ts'

/** Persons and groups whose ways up are looked for. */
export interface Starts {
  personIds: readonly PersonId[]
  groupIds: readonly GroupId[]
}

/** All groups that they are in, and the groups themselves. */
const UPWARD = ({ personIds, groupIds }: Starts) => sql`
  with recursive upward (id) as (
    select group_id from group_person where person_id in (${list(personIds)})
    union select id from person_group where id in (${list(groupIds)})
    union
    select m.group_id from upward cross join group_group m where m.member_group_id = upward.id
  )`

export const listDirectGroups = (
  db: Db,
  personIds: readonly PersonId[],
): Promise<{ person_id: PersonId; group_id: GroupId }[]> =>
  personIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('group_person')
        .select(['person_id', 'group_id'])
        .where('person_id', 'in', personIds)
        .orderBy('group_id')
        .execute()

/** Which group is in which, as far as it concerns them. */
export async function listNesting(
  db: Db,
  starts: Starts,
): Promise<{ group_id: GroupId; member_group_id: GroupId }[]> {
  const { rows } = await sql<{ group_id: GroupId; member_group_id: GroupId }>`
    ${UPWARD(starts)}
    select m.member_group_id, m.group_id from upward cross join group_group m
    where m.member_group_id = upward.id order by m.group_id`.execute(db)
  return rows
}

export interface RoleRow {
  root_id: RootId
  person_id: PersonId | null
  group_id: GroupId | null
  target: string | null
  role: Role
}
/** How they take part in some shares: by themselves, by invitation (without a target), and by all their groups. */
export async function listRoleRows(db: Db, rootIds: readonly RootId[], starts: Starts): Promise<RoleRow[]> {
  const roots = list(rootIds)
  const persons = list(starts.personIds)
  const { rows } = await sql<RoleRow>`
    ${UPWARD(starts)}
    select root_id, person_id, cast(null as bigint) as group_id, target, role from share_person
    where root_id in (${roots}) and person_id in (${persons})
    union all
    select root_id, person_id, null, null, role from share_external
    where root_id in (${roots}) and person_id in (${persons}) and status = 'accepted'
    union all
    select g.root_id, null, g.group_id, g.target, g.role from upward cross join share_group g
    where g.group_id = upward.id and g.root_id in (${roots})
    order by 1, 3, 2, 4`.execute(db)
  return rows
}

export interface LinkUse {
  link_id: SharelinkId
  entry_id: EntryId
  kind: EntryKind
  creator_id: PersonId
  expires: string | null
  login_required: Flag
  anon_edit: Flag
  upload_only: Flag
  has_password: Flag
}
const LINK_USE =
  sql.raw(`l.id as link_id, l.entry_id, l.kind, l.creator_id, l.expires, l.login_required, l.anon_edit, l.upload_only,
  case when l.password_hash is null then 0 else 1 end as has_password`)

/** Those that need no sign-in. */
export async function listOpenLinks(db: Db, links: WorkingLinks): Promise<LinkUse[]> {
  const { rows } = await sql<LinkUse>`
    select ${LINK_USE} from share_link l where ${working(links)} and ${open(links)} order by l.id`.execute(db)
  return rows
}

export interface LinkSubscription extends LinkUse {
  id: number
  person_id: PersonId | null
  group_id: GroupId | null
  email_key: string | null
  write_access: Flag
  delete_access: Flag
}
/** Subscriptions of them, of addresses and of all groups that they are in, in the order in which `access/` looks. */
export async function listLinkSubscriptions(
  db: Db,
  links: WorkingLinks,
  starts: Starts,
  emailKeys: readonly string[],
): Promise<LinkSubscription[]> {
  const addresses = sql.join(emailKeys.length > 0 ? emailKeys : [''])
  const { rows } = await sql<LinkSubscription>`
    ${UPWARD(starts)}
    select ${ALL_WAYS} ${LINK_USE}, s.id, s.person_id, s.group_id, s.email_key, s.write_access, s.delete_access
    from share_link l cross join share_subscriber s
    where ${working(links)} and s.link_id = l.id and (s.person_id in (${list(starts.personIds)})
      or s.group_id in (select id from upward) or s.email_key in (${addresses}))
    order by l.id, case when s.person_id is null then 1 else 0 end, s.id`.execute(db)
  return rows
}

/** The names of some groups or organizations, by their ids. */
export async function listNames<Key extends GroupId | OrganizationId>(
  db: Db,
  table: 'person_group' | 'organization',
  ids: readonly Key[],
): Promise<Map<Key, string>> {
  const names = new Map<Key, string>()
  for (const batch of batches(ids))
    for (const { id, name } of await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', batch as never[])
      .execute())
      names.set(id as Key, name)
  return names
}
