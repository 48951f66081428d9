import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { ChangeOp } from '../platform/db/tables/history.ts'
import { valueRows } from '../platform/db/value-rows.ts'
import type { ChangeRow } from './entries.ts'
import type { FileSums } from './roots.ts'

// What changes many items of a root at once, in few statements. The caller holds the row of the root.

/** An item, and the number of its next change. */
export interface Numbered {
  id: EntryId
  seq: number
}

/** Keeps what items are now as history, which ends with their next change. */
export async function keepVersions(tx: Tx, rootId: RootId, items: readonly Numbered[]): Promise<void> {
  for (const batch of batches(items))
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

/** Writes what items are after their change to the log. */
export async function logStates(
  tx: Tx,
  rootId: RootId,
  items: readonly { id: EntryId; op: ChangeOp }[],
  { person_id, machine_id, session_id }: Pick<ChangeRow, 'person_id' | 'machine_id' | 'session_id'>,
  { first, at }: { first: number | null; at: Instant },
): Promise<void> {
  for (const batch of batches(items))
    await sql`
      with plan (id, op) as (${valueRows(
        ['bigint', 'text'],
        batch.map(({ id, op }) => [id, op]),
      )})
      insert into change (root_id, seq, op, entry_id, kind, parent_id, name, ver, revision_id, size, deleted_at,
        person_id, machine_id, session_id, client_op, first_seq, at)
      select cast(${rootId} as bigint), e.seq, plan.op, e.id, e.kind, e.parent_id, e.name, e.ver, e.revision_id, e.size,
        e.deleted_at, cast(${person_id} as bigint), cast(${machine_id} as bigint), cast(${session_id} as bigint), null, cast(${first} as bigint),
        cast(${at} as bigint)
      from plan cross join entry e where e.root_id = ${rootId} and e.id = plan.id`.execute(tx)
}

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
