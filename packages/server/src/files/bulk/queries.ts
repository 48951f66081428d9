import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches, inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { valueRows } from '../../platform/db/value-rows.ts'
import type { ChangeRow, EntryRow } from '../../records/entries.ts'
import type { Numbered } from '../../records/entry-states.ts'

/** An operation that has begun: its first change says who began it, and by which name. */
export type Begun = Pick<ChangeRow, 'seq' | 'person_id' | 'machine_id' | 'at'>

export const findBegun = (db: Db, rootId: RootId, clientOp: string): Promise<Begun | undefined> =>
  db
    .selectFrom('change')
    .select(['seq', 'person_id', 'machine_id', 'at'])
    .where('root_id', '=', rootId)
    // A range makes SQLite take the index that holds nothing but named changes.
    .where('client_op', '>=', clientOp)
    .where('client_op', '<=', clientOp)
    .executeTakeFirst()

/** Makes one operation of changes of this transaction, which holds the row of the root, and of those before that it goes on with. */
export async function joinChanges(
  tx: Tx,
  rootId: RootId,
  { after, last, first }: { after: number; last: number; first: number },
): Promise<void> {
  await tx
    .updateTable('change')
    .set({ first_seq: first })
    .where('root_id', '=', rootId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .execute()
}

/** Gives an operation a name, by which later requests go on with it. */
export async function nameOperation(tx: Tx, rootId: RootId, first: number, clientOp: string): Promise<void> {
  await tx
    .updateTable('change')
    .set({ client_op: clientOp })
    .where('root_id', '=', rootId)
    .where('seq', '=', first)
    .execute()
}

export type Child = Pick<EntryRow, 'id' | 'kind' | 'name_key' | 'seq'>

/** What is directly in a folder after an item, in the order of names: all that is deleted by itself there, or nothing of that. */
export function listChildrenAfter(
  db: Db,
  { rootId, folderId, deleted }: { rootId: RootId; folderId: ParentId; deleted: boolean },
  after: { nameKey: string; id: number },
  limit: number,
): Promise<Child[]> {
  const inFolder = db
    .selectFrom('entry')
    .select(['id', 'kind', 'name_key', 'seq'])
    .where('root_id', '=', rootId)
    .where('parent_id', '=', folderId)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
  const behind = deleted
    ? inFolder.where(sql<boolean>`(name_key, id) > (${after.nameKey}, ${after.id})`)
    : inFolder.where('name_key', '>', after.nameKey)
  return behind.orderBy('name_key').orderBy('id').limit(limit).execute()
}

/** The numbers of those last changes of items that are of an operation. */
export async function listOfOperation(
  db: Db,
  rootId: RootId,
  first: number,
  items: readonly Pick<Child, 'seq'>[],
): Promise<Set<number>> {
  const seqs = items.map(({ seq }) => seq).filter((seq) => seq >= first)
  const found = await inBatches(seqs, (batch) =>
    db
      .selectFrom('change')
      .select(['seq', 'first_seq'])
      .where('root_id', '=', rootId)
      .where('seq', 'in', batch)
      .execute(),
  )
  return new Set(found.filter(({ seq, first_seq }) => (first_seq ?? seq) === first).map(({ seq }) => seq))
}

const plan = (items: readonly Numbered[]) =>
  valueRows(
    ['bigint', 'bigint'],
    items.map(({ id, seq }) => [id, seq]),
  )

/** Marks items as deleted that are not; their own locks end with it. */
export async function markManyDeleted(
  tx: Tx,
  rootId: RootId,
  items: readonly Numbered[],
  at: Instant,
): Promise<void> {
  for (const batch of batches(items))
    await sql`
      with plan (id, seq) as (${plan(batch)})
      update entry set deleted_at = ${at}, deletion_at = ${at}, changed_at = ${at}, seq = plan.seq, ver = ver + 1,
        locked_by = null, lock_holder = null, locked_at = null, lock_until = null
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}

/** Takes the marks of items away, where they are. Their names must be free there. */
export async function unmarkMany(
  tx: Tx,
  rootId: RootId,
  items: readonly Numbered[],
  at: Instant,
): Promise<void> {
  for (const batch of batches(items))
    await sql`
      with plan (id, seq) as (${plan(batch)})
      update entry set deleted_at = null, deletion_at = ${at}, changed_at = ${at}, seq = plan.seq, ver = ver + 1,
        locked_by = null, lock_holder = null, locked_at = null, lock_until = null
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}

export interface Moved extends Numbered {
  deletion_at: Instant | null
}
/** Puts items into another folder under the names that they have, which must be free there. */
export async function moveMany(
  tx: Tx,
  { rootId, folderId }: { rootId: RootId; folderId: ParentId },
  items: readonly Moved[],
  at: Instant,
): Promise<void> {
  for (const batch of batches(items))
    await sql`
      with plan (id, seq, deletion_at) as (${valueRows(
        ['bigint', 'bigint', 'bigint'],
        batch.map(({ id, seq, deletion_at }) => [id, seq, deletion_at]),
      )})
      update entry set parent_id = ${folderId}, changed_at = ${at}, seq = plan.seq, ver = ver + 1,
        deletion_at = plan.deletion_at
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}
