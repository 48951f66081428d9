import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { checkNameIndex } from './name-index.ts'

/** Each query gives rows only where the data contradicts itself. */
const CONTRADICTIONS: Record<string, string> = {
  'a root counts its live bytes': `
    with recursive live (id, kind, size, root_id) as (
      select id, kind, size, root_id from entry where parent_id = 0 and deleted_at is null
      union all
      select e.id, e.kind, e.size, e.root_id from live join entry e on e.parent_id = live.id
      where live.kind = 'folder' and e.deleted_at is null
    )
    select root.id, live_size from root
    where deleted_at is null and live_size <> (select coalesce(sum(size), 0) from live where kind = 'file' and root_id = root.id)`,
  'a root counts its files and revisions, live and deleted': `
    with recursive live (id, kind) as (
      select id, kind from entry where parent_id = 0 and deleted_at is null
      union all
      select e.id, e.kind from live join entry e on e.parent_id = live.id
      where live.kind = 'folder' and e.deleted_at is null
    ), file (id, root_id, live) as (
      select id, root_id, case when id in (select id from live) then 1 else 0 end from entry where kind = 'file'
    ), history (root_id, live, size) as (
      select file.root_id, file.live, v.full_size + v.delta_size from file join revision v on v.entry_id = file.id
    )
    select r.id from root r where deleted_at is null and (
      live_files <> (select count(*) from file where root_id = r.id and live = 1)
      or deleted_files <> (select count(*) from file where root_id = r.id and live = 0)
      or live_revisions <> (select count(*) from history where root_id = r.id and live = 1)
      or deleted_revisions <> (select count(*) from history where root_id = r.id and live = 0)
      or live_revision_size <> (select coalesce(sum(size), 0) from history where root_id = r.id and live = 1)
      or deleted_revision_size <> (select coalesce(sum(size), 0) from history where root_id = r.id and live = 0))`,
  'a root counts what is stored for it once': `
    select root.id, stored_size from root
    where stored_size <> (select coalesce(sum(size), 0) from chunk where root_id = root.id and refs > 0)`,
  'an organization counts what its roots store': `
    select o.id, stored_size from organization o
    where stored_size <> (select coalesce(sum(r.stored_size), 0) from root r where r.organization_id = o.id)`,
  'an organization counts what it has': `
    select id from organization o where
      children_count <> (select count(*) from organization where parent_id = o.id and deleted_at is null)
      or persons_count <> (select count(*) from person where organization_id = o.id and guest = 0 and deleted_at is null)
      or admins_count <> (select count(*) from person where organization_id = o.id and guest = 0
        and deleted_at is null and (site_admin = 1 or system_admin = 1))
      or guests_count <> (select count(*) from person where organization_id = o.id and guest = 1 and deleted_at is null)
      or groups_count <> (select count(*) from person_group where organization_id = o.id and deleted_at is null)
      or machines_count <> (select count(*) from machine where organization_id = o.id and deleted_at is null)
      or roots_count <> (select count(*) from root where organization_id = o.id and deleted_at is null)
      or shares_count <> (select count(*) from root where organization_id = o.id and deleted_at is null
        and root_type = 'share')`,
  'a group holds live persons of its own organization': `
    select g.id, p.id from group_person m join person_group g on g.id = m.group_id join person p on p.id = m.person_id
    where g.deleted_at is not null or p.deleted_at is not null or p.guest = 1
      or p.organization_id <> g.organization_id`,
  'a group holds live groups of its own organization': `
    select g.id, i.id from group_group m join person_group g on g.id = m.group_id
      join person_group i on i.id = m.member_group_id
    where g.deleted_at is not null or i.deleted_at is not null or i.organization_id <> g.organization_id`,
  'no group is in itself': `
    with recursive inside (id, member_id) as (
      select group_id, member_group_id from group_group
      union
      select inside.id, m.member_group_id from inside join group_group m on m.group_id = inside.member_id
    )
    select id from inside where id = member_id`,
  'a root counts its top level items': `
    select id from root r where deleted_at is null and (
      live_children <> (select count(*) from entry where root_id = r.id and parent_id = 0 and deleted_at is null)
      or deleted_children <> (select count(*) from entry where root_id = r.id and parent_id = 0 and deleted_at is not null))`,
  'a folder counts its items': `
    select id from entry f where kind = 'folder' and root_id in (select id from root where deleted_at is null) and (
      live_children <> (select count(*) from entry where parent_id = f.id and deleted_at is null)
      or deleted_children <> (select count(*) from entry where parent_id = f.id and deleted_at is not null))`,
  'an item lies in a folder of its own root': `
    select id from entry e where parent_id <> 0 and root_id in (select id from root where deleted_at is null)
      and not exists (select 1 from entry f where f.id = e.parent_id and f.root_id = e.root_id and f.kind = 'folder')`,
  'a file has a revision of its own size': `
    select id from entry e where kind = 'file'
      and not exists (select 1 from revision v where v.id = e.revision_id and v.entry_id = e.id and v.size = e.size)`,
  'a revision has all of its bytes': `
    select id from revision v
    where size <> (select coalesce(sum(size), 0) from revision_chunk where revision_id = v.id)`,
  'a chunk counts its uses': `
    select id from chunk c where refs <> (select count(*) from revision_chunk where chunk_id = c.id)
      or (refs > 0 and (stored = 0 or idle_since is not null)) or (refs = 0 and idle_since is null)`,
  'the log of a root has no gap': `
    select id from root r where deleted_at is null and (seq <> (select count(*) from change where root_id = r.id)
      or seq <> (select coalesce(max(seq), 0) from change where root_id = r.id))`,
  'an item is what the log last said of it': `
    select e.id from entry e where not exists (
      select 1 from change c where c.root_id = e.root_id and c.seq = e.seq and c.entry_id = e.id and c.ver = e.ver
        and c.parent_id = e.parent_id and c.name = e.name and c.size = e.size
        and coalesce(c.revision_id, 0) = coalesce(e.revision_id, 0)
        and coalesce(c.deleted_at, 0) = coalesce(e.deleted_at, 0))`,
  'an item remembers each earlier state': `
    select id from entry e where ver - 1 <> (select count(*) from entry_version where entry_id = e.id)`,
  'earlier states follow each other without a gap': `
    select entry_id from entry_version v where seq_to <> coalesce(
      (select min(n.seq_from) from entry_version n where n.entry_id = v.entry_id and n.seq_from > v.seq_from),
      (select seq from entry where id = v.entry_id))
      or root_id <> (select root_id from entry where id = v.entry_id)`,
  'an item knows when it changed': `
    select e.id from entry e where changed_at <> (
      select at from change c where c.root_id = e.root_id and c.seq = e.seq)
      or (deleted_at is not null and deletion_at <> deleted_at)`,
  'a change of files is on record': `
    select r.id from root r where deleted_at is null
      and (select count(distinct coalesce(first_seq, seq)) from change where root_id = r.id) <> (
      select count(*) from activity where acted_on_root_id = r.id
        and activity_type_id in (7, 9, 10, 11, 49, 50, 51, 52, 53, 54, 55, 56))`,
}

/** Fails with the first contradiction found. For the end of tests that changed much, or were cut off. */
export async function checkInvariants(db: Db): Promise<void> {
  for (const [rule, query] of Object.entries(CONTRADICTIONS)) {
    const { rows } = await sql.raw(query).execute(db)
    assert.deepEqual(rows, [], rule)
  }
  await checkNameIndex(db)
}
