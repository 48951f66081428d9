import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import { type Insertable, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { inRoot } from '../../platform/db/statements.ts'
import { type ChangeRow, type EntryRow, UNLOCKED } from '../../records/entries.ts'
import { renameInIndex } from '../../records/name-index.ts'
import { unlessTaken } from '../../records/name-taken.ts'
import type { RevisionRow } from '../../records/revisions.ts'

/** Takes an item's own mark away, at the place given; the unique index decides whether its name is free there. */
export async function unmarkDeleted(
  tx: Tx,
  { root_id, id }: Pick<EntryRow, 'root_id' | 'id'>,
  place: Pick<EntryRow, 'name' | 'name_key' | 'parent_id' | 'seq' | 'changed_at'>,
): Promise<EntryRow> {
  const entry = await unlessTaken(
    tx
      .updateTable('entry')
      .set({
        ...place,
        deleted_at: null,
        replaced_by: null,
        deletion_at: place.changed_at,
        ver: sql`ver + 1`,
        // A lock from before would be one that nobody knows of any more.
        ...UNLOCKED,
      })
      .where('root_id', '=', root_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
    { ...place, root_id },
  )
  // What was deleted by lying in a deleted folder is in the index still.
  await renameInIndex(tx, entry)
  return entry
}

/** How many live items a folder has with all below it, itself included; not counted beyond `limit`. */
export async function countTree(db: Db, { id, root_id }: EntryRow, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive below (id, kind) as (
      select id, kind from entry where root_id = ${root_id} and id = ${id}
      union all
      select e.id, e.kind from below join entry e on e.parent_id = below.id and e.root_id = ${root_id}
      where below.kind = 'folder' and e.deleted_at is null
    )
    select count(*) as count from (select id from below limit ${limit}) counted`.execute(db)
  return Number(rows[0]?.count)
}

/** Live items of a folder in the order of their names, after one of them: each name is there once. */
export const listLiveChildren = prepared<
  { rootId: RootId; parentId: EntryId; after: string; limit: number },
  EntryRow
>((db, $) =>
  db
    .selectFrom('entry')
    .selectAll()
    .where('root_id', '=', $('rootId'))
    .where('parent_id', '=', $('parentId'))
    .where('name_key', '>', $('after'))
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .limit($('limit'))
    .compile(),
)

export async function listHeads(
  db: Db,
  rootId: RootId,
  entries: readonly EntryRow[],
): Promise<Map<RevisionId, RevisionRow>> {
  const heads = new Map<RevisionId, RevisionRow>()
  for (const batch of batches(entries.flatMap(({ revision_id }) => revision_id ?? [])))
    for (const row of await db
      .selectFrom('revision')
      .selectAll()
      .where('root_id', '=', rootId)
      .where('id', 'in', batch)
      .execute())
      heads.set(row.id, row)
  return heads
}

/** Adds the first revisions of new files and gives their ids by those of the files. */
export async function insertFirstRevisions(
  tx: Tx,
  rootId: RootId,
  rows: readonly Insertable<Schema['revision']>[],
): Promise<Map<EntryId, RevisionId>> {
  const ids = new Map<EntryId, RevisionId>()
  for (const batch of batches(rows)) {
    const inserted = await tx.insertInto('revision').values(batch).returning(['id', 'entry_id']).execute()
    for (const { id, entry_id } of inserted) ids.set(entry_id, id)
    const files = inserted.map(({ entry_id }) => entry_id)
    await tx
      .updateTable('entry')
      .set({
        revision_id: sql`(select r.id from revision r where r.root_id = ${rootId} and r.entry_id = entry.id)`,
      })
      .where(inRoot(tx, rootId))
      .where('id', 'in', files)
      .execute()
  }
  return ids
}

/**
 * Whether anything in a folder, or the folder itself, has changed since a number of its root's log: what is in it
 * now, or was in it then. Locks do not count.
 */
export async function hasChangedBelow(
  db: Db,
  { id, root_id }: Pick<EntryRow, 'id' | 'root_id'>,
  since: number,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive touched (id) as (
      select entry_id from change
      where root_id = ${root_id} and seq > ${since} and op not in ('lock', 'unlock')
      union
      select v.parent_id from change c cross join entry_version v
      where ${inRoot(db, root_id, 'v.root_id')} and v.entry_id = c.entry_id and v.seq_to = c.seq
        and c.root_id = ${root_id} and c.seq > ${since} and c.op not in ('lock', 'unlock')
      union
      select e.parent_id from touched cross join entry e where e.root_id = ${root_id} and e.id = touched.id
    )
    select 1 from touched where id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** How an item left the place that it had before, and which one that was. */
export type Leaving = Pick<EntryRow, 'parent_id' | 'name_key'> &
  Pick<ChangeRow, 'op' | 'person_id' | 'machine_id' | 'at'> & { seq_from: number }

/** Undefined where a change of an item did not take it away from its place. */
export async function findLeaving(
  db: Db,
  rootId: RootId,
  { id, seq }: Pick<EntryRow, 'id' | 'seq'>,
): Promise<Leaving | undefined> {
  const change = await db
    .selectFrom('change')
    .select(['op', 'person_id', 'machine_id', 'at'])
    .where('root_id', '=', rootId)
    .where('seq', '=', seq)
    .where('op', 'in', ['rename', 'move', 'delete'])
    .executeTakeFirst()
  const before = await db
    .selectFrom('entry_version')
    .select(['parent_id', 'name_key', 'seq_from'])
    .where(inRoot(db, rootId))
    .where('entry_id', '=', id)
    .where('seq_to', '=', seq)
    .executeTakeFirst()
  return change && before && { ...change, ...before }
}
