import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../../platform/db/batches.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { inRoot } from '../../../platform/db/statements.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { ChangeOp } from '../../../platform/db/tables/history.ts'
import { valueRows } from '../../../platform/db/value-rows.ts'
import type { ChangeAuthor } from '../../basics/record-change.ts'

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
        replaced_by = case when plan.deleted = 0 then null else entry.replaced_by end,
        ${sql.join(['locked_by', 'lock_holder', 'locked_at', 'lock_until'].map(keptLock))}
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}
