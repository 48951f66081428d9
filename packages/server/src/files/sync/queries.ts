import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { valueRows } from '../../platform/db/value-rows.ts'
import type { EntryRow } from '../../records/entries.ts'

/** Where a page ends, and the next one begins. */
export interface Position {
  name_key: string
  id: EntryId | 0
}

/** An item with what identifies its content. */
export type SyncRow = Pick<
  EntryRow,
  | 'id'
  | 'parent_id'
  | 'kind'
  | 'name'
  | 'name_key'
  | 'ver'
  | 'seq'
  | 'revision_id'
  | 'size'
  | 'modified_at'
  | 'created_at'
  | 'deleted_at'
  | 'locked_by'
  | 'lock_holder'
  | 'locked_at'
  | 'lock_until'
  | 'meta'
> & { content: Buffer | null }

const SELECT = sql`
  select e.id, e.parent_id, e.kind, e.name, e.name_key, e.ver, e.seq, e.revision_id, e.size, e.modified_at, e.created_at,
    e.deleted_at, e.locked_by, e.lock_holder, e.locked_at, e.lock_until, e.meta, v.content
  from entry e left join revision v on v.root_id = e.root_id and v.id = e.revision_id`

const selectInRoot = prepared<{ rootId: RootId; after: number; limit: number }, SyncRow>((db, $) =>
  sql<SyncRow>`${SELECT}
    where e.root_id = ${$('rootId')} and e.id > ${$('after')} and e.deleted_at is null
    order by e.id limit ${$('limit')}`.compile(db),
)
/** The items of a root that are not deleted themselves, by their ids. */
export const listInRoot = (db: Db, rootId: RootId, after: number, limit: number): Promise<SyncRow[]> =>
  selectInRoot(db, { rootId, after, limit })

/** What `e` was after a change: what `v` kept of it, or what it still is. Locks are not kept, contents may be gone. */
const then = (column: string): RawBuilder<unknown> =>
  sql`case when v.entry_id is null then ${sql.ref(`e.${column}`)} else ${sql.ref(`v.${column}`)} end`
const SELECT_THEN = sql`
  select e.id, e.kind, e.created_at, null as locked_by, null as lock_holder, null as locked_at, null as lock_until,
    case when v.entry_id is null then e.seq else v.seq_from end as seq,
    case when v.entry_id is null then e.ver else c.ver end as ver,
    ${sql.join(
      ['parent_id', 'name', 'name_key', 'revision_id', 'size', 'modified_at', 'deleted_at', 'meta'].map(
        (column) => sql`${then(column)} as ${sql.ref(column)}`,
      ),
    )}, r.content`

const selectInRootThen = prepared<{ rootId: RootId; seq: number; after: number; limit: number }, SyncRow>(
  (db, $) =>
    // The root as it was, page by page: what came or was deleted since is passed over, however much that is.
    sql<SyncRow>`${SELECT_THEN} ${WHOLE_ROOT}
      from entry e
      left join entry_version v on v.root_id = e.root_id and v.entry_id = e.id
        and v.seq_from <= ${$('seq')} and v.seq_to > ${$('seq')}
      left join change c on c.root_id = v.root_id and c.seq = v.seq_from
      left join revision r on r.root_id = e.root_id and r.id = ${then('revision_id')}
      where e.root_id = ${$('rootId')} and e.id > ${$('after')}
        and (e.seq <= ${$('seq')} or v.entry_id is not null) and ${then('deleted_at')} is null
      order by e.id limit ${$('limit')}`.compile(db),
)
/** The items of a root that were not deleted themselves after a change, by their ids; those purged since are missing. */
export const listInRootThen = (
  db: Db,
  rootId: RootId,
  seq: number,
  after: number,
  limit: number,
): Promise<SyncRow[]> => selectInRootThen(db, { rootId, seq, after, limit })

const selectInFolder = prepared<Position & { rootId: RootId; folderId: ParentId; limit: number }, SyncRow>(
  (db, $) =>
    sql<SyncRow>`${SELECT}
      where e.root_id = ${$('rootId')} and e.parent_id = ${$('folderId')} and e.deleted_at is null
        and (e.name_key, e.id) > (${$('name_key')}, ${$('id')})
      order by e.name_key, e.id limit ${$('limit')}`.compile(db),
)
/** The live items of a folder behind a position, by their names. */
export const listInFolder = (
  db: Db,
  place: { rootId: RootId; folderId: ParentId },
  after: Position,
  limit: number,
): Promise<SyncRow[]> => selectInFolder(db, { ...place, ...after, limit })

/** Which of some named changes a person has made already, and to which item. */
export async function listNamedChanges(
  db: Db,
  rootId: RootId,
  personId: PersonId,
  ops: readonly { op_id: string }[],
): Promise<Map<string, EntryId>> {
  const named = new Map<string, EntryId>()
  for (const batch of batches(ops)) {
    // A range, as SQLite prefers the key of the log to this index where it is asked for a value, and reads the log.
    const { rows } = await sql<{ client_op: string; entry_id: EntryId }>`
      with asked (op_id) as (${valueRows(
        ['text'],
        batch.map(({ op_id }) => [op_id]),
      )})
      select c.client_op, c.entry_id from asked cross join change c
      where c.root_id = ${rootId} and c.client_op >= asked.op_id and c.client_op <= asked.op_id
        and c.person_id + 0 = ${personId}`.execute(db)
    for (const { client_op, entry_id } of rows) named.set(client_op, entry_id)
  }
  return named
}

export async function listNamed(db: Db, rootId: RootId, ids: readonly EntryId[]): Promise<SyncRow[]> {
  const rows: SyncRow[] = []
  for (const batch of batches(ids)) {
    const found = await sql<SyncRow>`${SELECT}
      where e.root_id = ${rootId} and e.id in (${sql.join(batch)})`.execute(db)
    rows.push(...found.rows)
  }
  return rows
}
