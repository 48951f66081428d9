import type { EntryId, OrganizationId, RevisionId, RootId } from '@holdfast/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import { treesOf } from './tree-queries.ts'

/** Numbers from one to another, both included. */
export interface Range {
  from: number
  to: number
}

/** Where data contradicts itself; what is not known there is absent. */
export interface Contradiction {
  organization_id?: OrganizationId
  root_id?: RootId
  entry_id?: EntryId
  revision_id?: RevisionId
}

/**
 * What always holds, as a query for where it does not. Each is one statement, and so sees one moment: a service at work
 * shows no contradiction that is not there.
 */
type Rules = Record<string, (range: Range) => RawBuilder<unknown>>

const between = ({ from, to }: Range) => sql`between ${from} and ${to}`
const liveRoots = (range: Range) =>
  sql`(select id from root where id ${between(range)} and deleted_at is null)`

/** The live items of live roots, from the top down. */
const LIVE = (range: Range) => sql`
  live (id, kind, size, root_id) as (
    select id, kind, size, root_id from entry
    where root_id ${between(range)} and parent_id = 0 and deleted_at is null
    union all
    select e.id, e.kind, e.size, e.root_id from live join entry e on e.parent_id = live.id and e.root_id = live.root_id
    where live.kind = 'folder' and e.deleted_at is null
  )`

/** What the roots of a range are to count of all that is in them. */
export const tally = (range: Range) => sql`
  with recursive ${LIVE(range)}, file (id, root_id, live, size) as (
    select e.id, e.root_id, case when live.id is null then 0 else 1 end, e.size
    from entry e left join live on live.id = e.id where e.root_id ${between(range)} and e.kind = 'file'
  ), files (root_id, live_size, live_files, deleted_files) as (
    select root_id, sum(live * size), sum(live), sum(1 - live) from file group by root_id
  ), revisions (root_id, live_revisions, deleted_revisions, live_revision_size, deleted_revision_size) as (
    select file.root_id, sum(live), sum(1 - live), sum(live * (full_size + delta_size)),
      sum((1 - live) * (full_size + delta_size))
    from file join revision v on v.entry_id = file.id group by file.root_id
  ), chunks (root_id, stored_size, unclaimed_size) as (
    select root_id, sum(case when refs > 0 then size else 0 end), sum(unclaimed * size)
    from chunk where root_id ${between(range)} and stored = 1 group by root_id
  ), uploads (root_id, upload_size) as (
    select root_id, sum(coalesce(length, received)) from upload
    where root_id ${between(range)} and revision_id is null group by root_id
  )
  select r.id as root_id,
    ${sql.join(
      [
        'live_size',
        'live_files',
        'deleted_files',
        'live_revisions',
        'deleted_revisions',
        'live_revision_size',
        'deleted_revision_size',
        'stored_size',
      ].map((name) => sql`cast(coalesce(${sql.ref(`counted_${name}`)}, 0) as bigint) as ${sql.ref(name)}`),
    )},
    cast(coalesce(unclaimed_size, 0) + coalesce(upload_size, 0) as bigint) as pending_size
  from (select id from root where id ${between(range)}) r
  left join (select root_id, live_size as counted_live_size, live_files as counted_live_files,
    deleted_files as counted_deleted_files from files) f on f.root_id = r.id
  left join (select root_id, live_revisions as counted_live_revisions, deleted_revisions as counted_deleted_revisions,
    live_revision_size as counted_live_revision_size, deleted_revision_size as counted_deleted_revision_size
    from revisions) v on v.root_id = r.id
  left join (select root_id, stored_size as counted_stored_size, unclaimed_size from chunks) c on c.root_id = r.id
  left join uploads u on u.root_id = r.id`

/** Rules of roots and what is in them, by ranges of roots. */
export const ROOT_RULES: Rules = {
  'a root counts its files, revisions and bytes': (range) => sql`
    select r.id as root_id from root r join (${tally(range)}) t on t.root_id = r.id
    where r.stored_size <> t.stored_size or r.pending_size <> t.pending_size or (r.deleted_at is null and (
      r.live_size <> t.live_size or r.live_files <> t.live_files or r.deleted_files <> t.deleted_files
      or r.live_revisions <> t.live_revisions or r.deleted_revisions <> t.deleted_revisions
      or r.live_revision_size <> t.live_revision_size or r.deleted_revision_size <> t.deleted_revision_size))`,
  'a root counts its top level items': (range) => sql`
    select id as root_id from root r where id in ${liveRoots(range)} and (
      live_children <> (select count(*) from entry where root_id = r.id and parent_id = 0 and deleted_at is null)
      or deleted_children <> (select count(*) from entry where root_id = r.id and parent_id = 0
        and deleted_at is not null))`,
  'a folder counts its items': (range) => sql`
    select root_id, id as entry_id from entry f where kind = 'folder' and root_id in ${liveRoots(range)} and (
      live_children <> (select count(*) from entry
        where root_id = f.root_id and parent_id = f.id and deleted_at is null)
      or deleted_children <> (select count(*) from entry
        where root_id = f.root_id and parent_id = f.id and deleted_at is not null))`,
  'a folder knows how many bytes are below it, and its newest change': (range) => sql`
    select root_id, id as entry_id from (${treesOf(range)}) t
    where root_id in ${liveRoots(range)} and (tree_size <> right_size or tree_seq <> right_seq)`,
  'an item is in a folder of its own root': (range) => sql`
    select root_id, id as entry_id from entry e where parent_id <> 0 and root_id in ${liveRoots(range)}
      and not exists (select 1 from entry f where f.id = e.parent_id and f.root_id = e.root_id and f.kind = 'folder')`,
  'an item can be reached from the top level': (range) => sql`
    with recursive reached (id, root_id) as (
      select id, root_id from entry where root_id in ${liveRoots(range)} and parent_id = 0
      union
      select e.id, e.root_id from reached join entry e on e.root_id = reached.root_id and e.parent_id = reached.id
    )
    select e.root_id, e.id as entry_id from entry e left join reached on reached.id = e.id
    where e.root_id in ${liveRoots(range)} and reached.id is null`,
  'a file has a revision of its own size': (range) => sql`
    select root_id, id as entry_id from entry e where root_id ${between(range)} and kind = 'file'
      and not exists (select 1 from revision v where v.id = e.revision_id and v.entry_id = e.id and v.size = e.size)`,
  'a revision knows its root, and when a newer one replaced it': (range) => sql`
    select e.root_id, e.id as entry_id, v.id as revision_id from entry e join revision v on v.entry_id = e.id
    where e.root_id ${between(range)} and (v.root_id <> e.root_id
      or (v.replaced_at is null) <> (v.id = e.revision_id))`,
  'a revision has all of its bytes, one after the other': (range) => sql`
    select e.root_id, e.id as entry_id, v.id as revision_id from entry e join revision v on v.entry_id = e.id
    where e.root_id ${between(range)} and (
      v.size <> (select coalesce(sum(u.size), 0) from revision_chunk u join chunk c on c.id = u.chunk_id
        where u.revision_id = v.id and c.size = u.size and c.root_id = e.root_id and u.root_id = e.root_id)
      or v.size <> (select coalesce(max(position + size), 0) from revision_chunk where revision_id = v.id))`,
  'a chunk counts its uses': (range) => sql`
    select root_id from chunk c where root_id ${between(range)} and stored = 1 and (
      refs <> (select count(*) from revision_chunk where chunk_id = c.id)
      or (refs > 0 and idle_since is not null) or (refs = 0 and idle_since is null))`,
  'a chunk that waits for its file is idle': (range) => sql`
    select root_id from chunk where root_id ${between(range)} and (
      (stored = 0 and (refs <> 0 or idle_since is null or unclaimed <> 0)) or (unclaimed = 1 and refs <> 0))`,
  'no blob that a chunk needs is to be deleted': (range) => sql`
    select root_id from chunk where root_id ${between(range)} and blob_key in (select blob_key from blob_garbage)`,
  'an upload has the bytes it claims, and its chunks are kept': (range) => sql`
    select root_id from upload u where root_id ${between(range)} and revision_id is null and (
      cut <> (select coalesce(sum(size), 0) from upload_chunk where upload_id = u.id)
      or received <> cut + coalesce((select length(bytes) from upload_tail where upload_id = u.id), 0)
      or exists (select 1 from upload_chunk p left join chunk c
        on c.id = p.chunk_id and c.root_id = u.root_id and c.sha256 = p.sha256 and c.size = p.size and c.stored = 1
        where p.upload_id = u.id and c.id is null))`,
  'a finished upload has no parts': (range) => sql`
    select root_id from upload u where root_id ${between(range)} and revision_id is not null and exists (
      select 1 from upload_chunk where upload_id = u.id union all select 1 from upload_tail where upload_id = u.id)`,
  'the log of a root has no gap': (range) => sql`
    select id as root_id from root r where id in ${liveRoots(range)}
      and (seq <> (select count(*) from change where root_id = r.id)
      or seq <> (select coalesce(max(seq), 0) from change where root_id = r.id))`,
  'an item is what the log last said of it': (range) => sql`
    select e.root_id, e.id as entry_id from entry e where e.root_id ${between(range)} and not exists (
      select 1 from change c where c.root_id = e.root_id and c.seq = e.seq and c.entry_id = e.id and c.ver = e.ver
        and c.parent_id = e.parent_id and c.name = e.name and c.size = e.size
        and coalesce(c.revision_id, 0) = coalesce(e.revision_id, 0)
        and coalesce(c.deleted_at, 0) = coalesce(e.deleted_at, 0))`,
  'an item remembers each earlier state': (range) => sql`
    select root_id, id as entry_id from entry e where root_id ${between(range)}
      and ver - 1 <> (select count(*) from entry_version where entry_id = e.id)`,
  'earlier states follow each other without a gap': (range) => sql`
    select e.root_id, e.id as entry_id from entry e join entry_version v on v.entry_id = e.id
    where e.root_id ${between(range)} and (v.root_id <> e.root_id or v.seq_to <> coalesce(
      (select min(n.seq_from) from entry_version n where n.entry_id = v.entry_id and n.seq_from > v.seq_from),
      e.seq))`,
  'an earlier state sorts by its name': (range) => sql`
    select e.root_id, e.id as entry_id from entry_version v join entry e on e.root_id = v.root_id and e.id = v.entry_id
    where e.root_id ${between(range)} and (v.name_key = '' or (v.name = e.name and v.name_key <> e.name_key))`,
  'an operation begins with its first change': (range) => sql`
    select root_id from change where root_id in ${liveRoots(range)} and first_seq is not null
    group by root_id, first_seq having min(seq) < first_seq or min(seq) > first_seq + 1`,
  'members of a share were told of nothing that did not happen': (range) => sql`
    select r.id as root_id from share_news n join root r on r.id = n.root_id where r.id in ${liveRoots(range)}
      and (n.told_seq > r.seq or n.telling_seq > r.seq or n.telling_seq < n.told_seq)`,
  'a file request counts its senders, and what each has sent': (range) => sql`
    select l.root_id, l.entry_id from share_link l join file_request q on q.link_id = l.id
    where l.root_id ${between(range)} and (
      q.senders <> (select count(*) from request_sender s where s.link_id = q.link_id)
      or q.files <> (select coalesce(sum(s.files), 0) from request_sender s where s.link_id = q.link_id)
      or q.size <> (select coalesce(sum(s.size), 0) from request_sender s where s.link_id = q.link_id)
      or exists (select 1 from request_sender s where s.link_id = q.link_id and (s.files < 1
        or s.files <> (select count(*) from request_file f where f.sender_id = s.id)
        or s.size <> (select coalesce(sum(f.size), 0) from request_file f where f.sender_id = s.id))))`,
  'an item knows when it changed': (range) => sql`
    select e.root_id, e.id as entry_id from entry e where e.root_id ${between(range)} and (
      changed_at <> (select at from change c where c.root_id = e.root_id and c.seq = e.seq)
      or (deleted_at is not null and deletion_at <> deleted_at)
      or (deleted_at is null and replaced_by is not null))`,
}

/** Rules of organizations and of who is in them, by ranges of organizations. */
export const ORGANIZATION_RULES: Rules = {
  'an organization counts what its roots store': (range) => sql`
    select id as organization_id from organization o where id ${between(range)} and (
      stored_size <> (select coalesce(sum(r.stored_size), 0) from root r where r.organization_id = o.id)
      or pending_size <> (select coalesce(sum(r.pending_size), 0) from root r where r.organization_id = o.id))`,
  'an organization counts what it has': (range) => sql`
    select id as organization_id from organization o where id ${between(range)} and (
      children_count <> (select count(*) from organization where parent_id = o.id and deleted_at is null)
      or persons_count <> (select count(*) from person
        where organization_id = o.id and guest = 0 and deleted_at is null)
      or admins_count <> (select count(*) from person where organization_id = o.id and guest = 0
        and deleted_at is null and (site_admin = 1 or system_admin = 1))
      or guests_count <> (select count(*) from person
        where organization_id = o.id and guest = 1 and deleted_at is null)
      or groups_count <> (select count(*) from person_group where organization_id = o.id and deleted_at is null)
      or machines_count <> (select count(*) from machine where organization_id = o.id and deleted_at is null)
      or roots_count <> (select count(*) from root where organization_id = o.id and deleted_at is null)
      or shares_count <> (select count(*) from root where organization_id = o.id and deleted_at is null
        and root_type = 'share'))`,
  'an organization has the logo that it names': (range) => sql`
    select o.id as organization_id from organization o left join organization_logo l on l.organization_id = o.id
    where o.id ${between(range)} and (case when o.brand_logo is null then 0 else 1 end)
      <> (case when l.organization_id is null then 0 else 1 end)`,
  'an organization is in the path of those below it': (range) => sql`
    select o.id as organization_id from organization o left join organization p on p.id = o.parent_id
    where o.id ${between(range)} and o.path <> coalesce(p.path, '') || o.id || '/'`,
  'a group counts who is directly in it': (range) => sql`
    select organization_id from person_group g where organization_id ${between(range)}
      and members_count <> (select count(*) from group_person where group_id = g.id)`,
  'a group contains existing persons of its own organization': (range) => sql`
    select g.organization_id from group_person m join person_group g on g.id = m.group_id
      join person p on p.id = m.person_id
    where g.organization_id ${between(range)} and (g.deleted_at is not null or p.deleted_at is not null or p.guest = 1
      or p.organization_id <> g.organization_id)`,
  'a group contains existing groups of its own organization': (range) => sql`
    select g.organization_id from group_group m join person_group g on g.id = m.group_id
      join person_group i on i.id = m.member_group_id
    where g.organization_id ${between(range)} and (g.deleted_at is not null or i.deleted_at is not null
      or i.organization_id <> g.organization_id)`,
  'a team share is for existing persons of its own organization': (range) => sql`
    select r.organization_id, r.id as root_id from share_person s join root r on r.id = s.root_id
      join person p on p.id = s.person_id
    where r.organization_id ${between(range)} and (r.root_type <> 'share' or p.deleted_at is not null or p.guest = 1
      or p.organization_id <> r.organization_id)`,
  'a team share is for existing groups of its own organization': (range) => sql`
    select r.organization_id, r.id as root_id from share_group s join root r on r.id = s.root_id
      join person_group g on g.id = s.group_id
    where r.organization_id ${between(range)} and (r.root_type <> 'share' or g.deleted_at is not null
      or g.organization_id <> r.organization_id)`,
  'external subscribers of a team share are existing persons of other organizations': (range) => sql`
    select r.organization_id, r.id as root_id from share_external s join root r on r.id = s.root_id
      join person p on p.id = s.person_id
    where r.organization_id ${between(range)} and (r.root_type <> 'share' or p.deleted_at is not null or p.guest = 1
      or p.organization_id = r.organization_id or (s.status = 'invited') <> (s.answered_at is null))`,
  'invitation emails are to existing persons': (range) => sql`
    select r.organization_id, r.id as root_id from share_invitation_mail m join root r on r.id = m.root_id
      join person p on p.id = m.person_id
    where r.organization_id ${between(range)} and (r.root_type <> 'share' or p.deleted_at is not null)`,
  'no group is in itself': (range) => sql`
    with recursive inside (id, member_id, organization_id) as (
      select m.group_id, m.member_group_id, g.organization_id from group_group m
      join person_group g on g.id = m.group_id where g.organization_id ${between(range)}
      union
      select inside.id, m.member_group_id, inside.organization_id
      from inside join group_group m on m.group_id = inside.member_id
    )
    select organization_id from inside where id = member_id`,
}

/** Where a rule of either kind does not hold; `limit` places at most. */
export async function findContradictions(
  db: Db,
  rule: Rules[string],
  range: Range,
  limit: number,
): Promise<Contradiction[]> {
  const { rows } = await sql<Contradiction>`
    ${ACROSS_ROOTS} select * from (${rule(range)}) as found limit ${limit}`.execute(db)
  return rows
}

export interface RootToVerify {
  id: RootId
  organization_id: OrganizationId
  name: string
  files: number
}
/** Roots by number, deleted ones included until nothing of them is left. */
export const listRootsToVerify = (db: Db, after: RootId | 0, limit: number): Promise<RootToVerify[]> =>
  db
    .selectFrom('root')
    .select(['id', 'organization_id', 'name'])
    .select(sql<number>`live_files + deleted_files`.as('files'))
    .where('id', '>', after as RootId)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function findLastOrganization(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('organization')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}
