import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { fail } from '../errors.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { prepared, preparedChange, preparedFirst } from '../platform/db/prepared.ts'
import type { Lock, ParentId, Schema } from '../platform/db/schema.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'
import { indexNewName, renameInIndex, unindexName } from './name-index.ts'

export type EntryRow = Selectable<Schema['entry']>
export type Ancestor = Pick<EntryRow, 'id' | 'parent_id' | 'name' | 'deleted_at' | 'deletion_at' | keyof Lock>

const selectEntry = preparedFirst<{ rootId: RootId; id: EntryId }, EntryRow>((db, $) =>
  db.selectFrom('entry').selectAll().where('id', '=', $('id')).where('root_id', '=', $('rootId')).compile(),
)
export const findEntry = (db: Db, rootId: RootId, id: EntryId): Promise<EntryRow | undefined> =>
  selectEntry(db, { rootId, id })

const ANCESTOR = sql.raw(
  'id, parent_id, name, deleted_at, deletion_at, locked_by, lock_holder, locked_at, lock_until',
)
const selectAncestors = prepared<{ parentId: ParentId }, Ancestor>((db, $) =>
  sql<Ancestor>`
    with recursive above (id, distance) as (
      select cast(${$('parentId')} as bigint), 1
      union all
      select e.parent_id, distance + 1 from above join entry e on e.id = above.id where e.parent_id <> 0
    )
    select ${ANCESTOR} from above join entry using (id) order by distance desc`.compile(db),
)
/** The folders above an item, outermost first. */
export const listAncestors = async (db: Db, entry: Pick<EntryRow, 'parent_id'>): Promise<Ancestor[]> =>
  entry.parent_id === 0 ? [] : selectAncestors(db, { parentId: entry.parent_id })

type NewEntry = Pick<
  EntryRow,
  | 'root_id'
  | 'parent_id'
  | 'kind'
  | 'name'
  | 'name_key'
  | 'size'
  | 'created_at'
  | 'modified_at'
  | 'changed_at'
  | 'seq'
>
const addEntry = preparedFirst<NewEntry, EntryRow>((db, $) =>
  db
    .insertInto('entry')
    .values({
      root_id: $('root_id'),
      parent_id: $('parent_id'),
      kind: $('kind'),
      name: $('name'),
      name_key: $('name_key'),
      size: $('size'),
      created_at: $('created_at'),
      modified_at: $('modified_at'),
      changed_at: $('changed_at'),
      ver: 1,
      seq: $('seq'),
    })
    .returningAll()
    .compile(),
)
/** Answers `name_conflict` when the folder already holds the name; the unique index decides, not a prior look. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<EntryRow> {
  const inserted = await unlessTaken(addEntry(tx, entry) as Promise<EntryRow>)
  await indexNewName(tx, inserted)
  return inserted
}

const unlessTaken = (changing: Promise<EntryRow>): Promise<EntryRow> =>
  changing.catch((error) => {
    if (isUniqueViolation(error)) return fail('name_conflict')
    throw error
  })

/** The live item of a name, if there is one. */
export const findByName = preparedFirst<{ rootId: RootId; parentId: ParentId; nameKey: string }, EntryRow>(
  (db, $) =>
    db
      .selectFrom('entry')
      .selectAll()
      .where('root_id', '=', $('rootId'))
      .where('parent_id', '=', $('parentId'))
      .where('name_key', '=', $('nameKey'))
      .where('deleted_at', 'is', null)
      .compile(),
)

const updateHead = preparedChange<{ id: EntryId; revisionId: RevisionId }>((db, $) =>
  db
    .updateTable('entry')
    .set({ revision_id: $('revisionId') })
    .where('id', '=', $('id'))
    .compile(),
)
export const setHead = (tx: Tx, id: EntryId, revisionId: RevisionId): Promise<void> =>
  updateHead(tx, { id, revisionId })

const dateReplaced = preparedChange<{ id: EntryId; at: Instant }>((db, $) =>
  db
    .updateTable('revision')
    .set({ replaced_at: $('at') })
    .where('id', '=', sql<RevisionId>`(select revision_id from entry where id = ${$('id')})`)
    .compile(),
)
/** Another content for a file. The one before is from now on an earlier one. */
export async function updateContent(
  tx: Tx,
  id: EntryId,
  content: Pick<EntryRow, 'revision_id' | 'size' | 'modified_at' | 'seq' | 'changed_at'>,
): Promise<EntryRow> {
  await dateReplaced(tx, { id, at: content.changed_at })
  return tx
    .updateTable('entry')
    .set({ ...content, ver: sql`ver + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const UNLOCKED: Lock = { locked_by: null, lock_holder: null, locked_at: null, lock_until: null }

/** Its own lock ends with it. */
export async function markDeleted(tx: Tx, entryId: EntryId, seq: number, at: Instant): Promise<EntryRow> {
  await unindexName(tx, entryId)
  return tx
    .updateTable('entry')
    .set({ deleted_at: at, deletion_at: at, changed_at: at, seq, ver: sql`ver + 1`, ...UNLOCKED })
    .where('id', '=', entryId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Another name or folder; the unique index decides whether it is free. */
export async function updatePlace(
  tx: Tx,
  id: EntryId,
  place: Pick<EntryRow, 'name' | 'name_key' | 'parent_id' | 'seq' | 'changed_at' | 'deletion_at'>,
): Promise<EntryRow> {
  const before = await tx
    .selectFrom('entry')
    .select(['name', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const entry = await unlessTaken(
    tx
      .updateTable('entry')
      .set({ ...place, ver: sql`ver + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  if (before.deleted_at === null && before.name !== place.name) await renameInIndex(tx, entry)
  return entry
}

interface Touch {
  id: RootId | EntryId
  live: number
  deleted: number
  seen: number
}
const touch = (table: 'root' | 'entry') =>
  preparedChange<Touch>((db, $) =>
    db
      .updateTable(table)
      .set({
        children_ver: sql<number>`children_ver + 1`,
        live_ver: sql<number>`live_ver + ${$('seen')}`,
        live_children: sql<number>`live_children + ${$('live')}`,
        deleted_children: sql<number>`deleted_children + ${$('deleted')}`,
      })
      .where('id', '=', $('id') as never)
      .compile(),
  )
const touchRoot = touch('root')
const touchFolder = touch('entry')
/**
 * Counts a change of what lies directly in a folder, and raises the numbers that its `hash` is made from. `seen` is 0
 * for a change that nobody sees who does not ask for deleted items.
 */
export async function touchContainer(
  tx: Tx,
  rootId: RootId,
  parentId: ParentId,
  by: { live: number; deleted: number; seen?: 0 | 1 },
): Promise<void> {
  if (parentId === 0) await touchRoot(tx, { id: rootId, seen: 1, ...by })
  else await touchFolder(tx, { id: parentId, seen: 1, ...by })
}

export type ChangeRow = Selectable<Schema['change']>
export const insertChange = preparedChange<ChangeRow>((db, $) =>
  db
    .insertInto('change')
    .values({
      root_id: $('root_id'),
      seq: $('seq'),
      op: $('op'),
      entry_id: $('entry_id'),
      kind: $('kind'),
      parent_id: $('parent_id'),
      name: $('name'),
      ver: $('ver'),
      revision_id: $('revision_id'),
      size: $('size'),
      deleted_at: $('deleted_at'),
      person_id: $('person_id'),
      machine_id: $('machine_id'),
      client_op: $('client_op'),
      first_seq: $('first_seq'),
      at: $('at'),
    })
    .compile(),
)

export async function insertEntryVersion(
  tx: Tx,
  version: Insertable<Schema['entry_version']>,
): Promise<void> {
  await tx.insertInto('entry_version').values(version).execute()
}
