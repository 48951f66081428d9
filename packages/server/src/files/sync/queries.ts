import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
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
  const rows = await db
    .selectFrom('change')
    .select(['client_op', 'entry_id'])
    .where('root_id', '=', rootId)
    .where(
      'client_op',
      'in',
      ops.map(({ op_id }) => op_id),
    )
    .where('person_id', '=', personId)
    .execute()
  return new Map(rows.map(({ client_op, entry_id }) => [client_op as string, entry_id as EntryId]))
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
