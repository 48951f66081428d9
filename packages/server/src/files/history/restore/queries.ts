import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../../platform/db/batches.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { inRoot } from '../../../platform/db/statements.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { ChangeOp } from '../../../platform/db/tables/history.ts'
import { valueRows } from '../../../platform/db/value-rows.ts'
import type { FileSums } from '../../../records/roots.ts'
import type { ChangeAuthor } from '../../basics/record-change.ts'

/** What some files have in revisions. */
export async function sumRevisions(
  db: Db,
  rootId: RootId,
  files: readonly EntryId[],
): Promise<{ revisions: number; revision_size: number }> {
  const sums = { revisions: 0, revision_size: 0 }
  for (const batch of batches(files)) {
    const { rows } = await sql<typeof sums>`
      select count(*) as revisions, cast(coalesce(sum(full_size + delta_size), 0) as bigint) as revision_size
      from revision where root_id = ${rootId} and entry_id in (${sql.join(batch)})`.execute(db)
    sums.revisions += Number(rows[0]?.revisions ?? 0)
    sums.revision_size += Number(rows[0]?.revision_size ?? 0)
  }
  return sums
}

/** What is live below some folders, leaving out what has changed at `first` or later, and what is in that. */
export async function sumUnchangedBelow(
  db: Db,
  rootId: RootId,
  folders: readonly EntryId[],
  first: number,
): Promise<FileSums> {
  const sums: FileSums = { size: 0, files: 0, revisions: 0, revision_size: 0 }
  for (const batch of batches(folders)) {
    const { rows } = await sql<FileSums>`
      with recursive below (id, kind, size) as (
        select id, kind, size from entry
        where root_id = ${rootId} and parent_id in (${sql.join(batch)}) and deleted_at is null and seq < ${first}
        union all
        select e.id, e.kind, e.size from below join entry e on e.root_id = ${rootId} and e.parent_id = below.id
        where below.kind = 'folder' and e.deleted_at is null and e.seq < ${first}
      ), sums (size, files) as (
        select cast(coalesce(sum(size), 0) as bigint), count(*) from below where kind = 'file'
      ), histories (revisions, revision_size) as (
        select count(*), cast(coalesce(sum(v.full_size + v.delta_size), 0) as bigint)
        from below cross join revision v
        where v.root_id = ${rootId} and v.entry_id = below.id and below.kind = 'file'
      )
      select size, files, revisions, revision_size from sums cross join histories`.execute(db)
    for (const name of ['size', 'files', 'revisions', 'revision_size'] as const)
      sums[name] += Number(rows[0]?.[name] ?? 0)
  }
  return sums
}

export async function raiseSeq(tx: Tx, rootId: RootId, by: number): Promise<void> {
  await tx
    .updateTable('root')
    .set({ seq: sql`seq + ${by}` })
    .where('id', '=', rootId)
    .execute()
}

/** Makes revisions of files their newest ones again, as copies. Gives the new revision of each file. */
export async function copyRevisions(
  tx: Tx,
  rootId: RootId,
  copies: readonly { entryId: EntryId; from: RevisionId; modified: Instant }[],
  { person_id, machine_id }: ChangeAuthor,
  at: Instant,
): Promise<Map<EntryId, RevisionId>> {
  const made = new Map<EntryId, RevisionId>()
  for (const batch of batches(copies)) {
    await sql`
      update revision set replaced_at = ${at} where root_id = ${rootId} and id in (
        select revision_id from entry where ${inRoot(tx, rootId)} and id in (${sql.join(batch.map(({ entryId }) => entryId))}))`.execute(
      tx,
    )
    const { rows } = await sql<{ id: RevisionId; entry_id: EntryId }>`
      with copied (id, modified_at) as (${valueRows(
        ['bigint', 'bigint'],
        batch.map(({ from, modified }) => [from, modified]),
      )})
      insert into revision
        (entry_id, root_id, content, size, full_size, delta_size, created_at, modified_at, person_id, machine_id)
      select r.entry_id, r.root_id, r.content, r.size, 0, 0, cast(${at} as bigint), copied.modified_at,
        cast(${person_id} as bigint), cast(${machine_id} as bigint)
      from copied cross join revision r where r.root_id = ${rootId} and r.id = copied.id
      returning id, entry_id`.execute(tx)
    for (const { id, entry_id } of rows) made.set(entry_id, id)
    const pairs = valueRows(
      ['bigint', 'bigint'],
      batch.map(({ entryId, from }) => [from, made.get(entryId) ?? null]),
    )
    await sql`
      with copied (old_id, new_id) as (${pairs})
      insert into revision_chunk (root_id, revision_id, position, chunk_id, size)
      select c.root_id, copied.new_id, c.position, c.chunk_id, c.size
      from copied cross join revision_chunk c where c.root_id = ${rootId} and c.revision_id = copied.old_id`.execute(
      tx,
    )
    await sql`
      with copied (old_id, new_id) as (${pairs}), used (chunk_id, uses) as (
        select c.chunk_id, count(*) from copied cross join revision_chunk c
        where c.root_id = ${rootId} and c.revision_id = copied.new_id
        group by c.chunk_id
      )
      update chunk set idle_since = null, refs = refs + used.uses from used
      where chunk.root_id = ${rootId} and chunk.id = used.chunk_id`.execute(tx)
  }
  return made
}

/** What becomes of one item, and the number of that change. */
export interface NewState {
  id: EntryId
  seq: number
  op: ChangeOp
  parent_id: ParentId
  name: string
  name_key: string
  revision_id: RevisionId | null
  size: number
  modified_at: Instant
  deleted: boolean
  /** When it was deleted or restored last. */
  deletion_at: Instant | null
}

/** Frees the names of items that get another one, so that they can be swapped. No name has a slash in it. */
export async function freeNames(tx: Tx, rootId: RootId, ids: readonly EntryId[]): Promise<void> {
  for (const batch of batches(ids))
    await sql`update entry set name_key = '/' || id where ${inRoot(tx, rootId)} and id in (${sql.join(batch)})`.execute(
      tx,
    )
}

/** Keeps what items are now as history, which ends with their next change. */
export async function keepVersions(tx: Tx, rootId: RootId, states: readonly NewState[]): Promise<void> {
  for (const batch of batches(states))
    await sql`
      with plan (id, seq) as (${valueRows(
        ['bigint', 'bigint'],
        batch.map(({ id, seq }) => [id, seq]),
      )})
      insert into entry_version
        (entry_id, root_id, seq_from, seq_to, parent_id, name, name_key, revision_id, size, modified_at, deleted_at, meta)
      select e.id, e.root_id, e.seq, plan.seq, e.parent_id, e.name, e.name_key, e.revision_id, e.size, e.modified_at,
        e.deleted_at, e.meta
      from plan cross join entry e where e.root_id = ${rootId} and e.id = plan.id`.execute(tx)
}

/** A lock ends with the deletion of what it is on. */
const keptLock = (column: string) =>
  sql`${sql.ref(column)} = case when plan.deleted = 0 then entry.${sql.ref(column)} else null end`

export async function updateStates(
  tx: Tx,
  rootId: RootId,
  states: readonly NewState[],
  at: Instant,
): Promise<void> {
  for (const batch of batches(states))
    await sql`
      with plan (id, seq, parent_id, name, name_key, revision_id, size, modified_at, deleted, deletion_at) as (${valueRows(
        ['bigint', 'bigint', 'bigint', 'text', 'text', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint'],
        batch.map((s) => [
          s.id,
          s.seq,
          s.parent_id,
          s.name,
          s.name_key,
          s.revision_id,
          s.size,
          s.modified_at,
          s.deleted ? 1 : 0,
          s.deletion_at,
        ]),
      )})
      update entry set parent_id = plan.parent_id, name = plan.name, name_key = plan.name_key,
        revision_id = plan.revision_id, size = plan.size, modified_at = plan.modified_at, seq = plan.seq,
        ver = entry.ver + 1, changed_at = ${at},
        deletion_at = plan.deletion_at,
        deleted_at = case when plan.deleted = 0 then null else coalesce(entry.deleted_at, ${at}) end,
        ${sql.join(['locked_by', 'lock_holder', 'locked_at', 'lock_until'].map(keptLock))}
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}

export async function logStates(
  tx: Tx,
  rootId: RootId,
  states: readonly NewState[],
  { person_id, machine_id }: ChangeAuthor,
  { first, at }: { first: number | null; at: Instant },
): Promise<void> {
  for (const batch of batches(states))
    await sql`
      with plan (id, op) as (${valueRows(
        ['bigint', 'text'],
        batch.map(({ id, op }) => [id, op]),
      )})
      insert into change (root_id, seq, op, entry_id, kind, parent_id, name, ver, revision_id, size, deleted_at,
        person_id, machine_id, client_op, first_seq, at)
      select cast(${rootId} as bigint), e.seq, plan.op, e.id, e.kind, e.parent_id, e.name, e.ver, e.revision_id, e.size,
        e.deleted_at, cast(${person_id} as bigint), cast(${machine_id} as bigint), null, cast(${first} as bigint),
        cast(${at} as bigint)
      from plan cross join entry e where e.root_id = ${rootId} and e.id = plan.id`.execute(tx)
}

export interface FolderChange {
  id: EntryId
  live: number
  deleted: number
  seen: 0 | 1
}
/** As `touchContainer`, for many folders. */
export async function touchFolders(tx: Tx, rootId: RootId, changes: readonly FolderChange[]): Promise<void> {
  for (const batch of batches(changes))
    await sql`
      with plan (id, live, deleted, seen) as (${valueRows(
        ['bigint', 'bigint', 'bigint', 'bigint'],
        batch.map(({ id, live, deleted, seen }) => [id, live, deleted, seen]),
      )})
      update entry set children_ver = children_ver + 1, live_ver = live_ver + plan.seen,
        live_children = live_children + plan.live, deleted_children = deleted_children + plan.deleted
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}
