import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { prepared, preparedChange, preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { Lock, ParentId } from '../platform/db/tables/files.ts'
import { indexNewName, renameInIndex, unindexName } from './name-index.ts'
import { unlessTaken } from './name-taken.ts'

export type EntryRow = Selectable<Schema['entry']>
export type Ancestor = Pick<
  EntryRow,
  'id' | 'parent_id' | 'name' | 'ver' | 'deleted_at' | 'deletion_at' | keyof Lock
>

const selectEntry = preparedFirst<{ rootId: RootId; id: EntryId }, EntryRow>((db, $) =>
  db.selectFrom('entry').selectAll().where('id', '=', $('id')).where('root_id', '=', $('rootId')).compile(),
)
export const findEntry = (db: Db, rootId: RootId, id: EntryId): Promise<EntryRow | undefined> =>
  selectEntry(db, { rootId, id })

export const ANCESTOR = sql.raw(
  'e.id, parent_id, name, ver, deleted_at, deletion_at, locked_by, lock_holder, locked_at, lock_until',
)
const selectAncestors = prepared<{ rootId: RootId; parentId: ParentId }, Ancestor>((db, $) =>
  sql<Ancestor>`
    with recursive above (id, distance) as (
      select cast(${$('parentId')} as bigint), 1
      union all
      select e.parent_id, distance + 1 from above cross join entry e
      where e.root_id = ${$('rootId')} and e.id = above.id and e.parent_id <> 0
    )
    select ${ANCESTOR} from above cross join entry e where e.root_id = ${$('rootId')} and e.id = above.id
    order by distance desc`.compile(db),
)
/** The folders above an item, outermost first. */
export const listAncestors = async (
  db: Db,
  { root_id: rootId, parent_id: parentId }: Pick<EntryRow, 'root_id' | 'parent_id'>,
): Promise<Ancestor[]> => (parentId === 0 ? [] : selectAncestors(db, { rootId, parentId }))

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
> &
  Partial<Pick<EntryRow, 'meta'>>
const addEntry = preparedFirst<NewEntry & Pick<EntryRow, 'tree_seq'>, EntryRow>((db, $) =>
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
      meta: $('meta'),
      tree_seq: $('tree_seq'),
    })
    .returningAll()
    .compile(),
)
/** Answers `name_conflict` when the folder already holds the name; the unique index decides, not a prior look. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<EntryRow> {
  const row = { ...entry, tree_seq: entry.kind === 'folder' ? entry.seq : 0 }
  const inserted = await unlessTaken(addEntry(tx, row) as Promise<EntryRow>, entry)
  await indexNewName(tx, inserted)
  return inserted
}

/** Adds many items at once; each has a number of its own. */
export async function insertEntries(
  tx: Tx,
  rows: readonly Insertable<Schema['entry']>[],
): Promise<EntryRow[]> {
  const inserted: EntryRow[] = []
  for (const batch of batches(rows))
    inserted.push(
      ...(await unlessTaken(tx.insertInto('entry').values(batch).returningAll().execute(), undefined)),
    )
  const live = inserted.filter(({ deleted_at }) => deleted_at === null)
  if (live.length > 0) await indexNewName(tx, ...live)
  return inserted.sort((a, b) => a.seq - b.seq)
}

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

/** Which of some names the live items of a folder have. */
export async function listTakenNames(
  db: Db,
  { rootId, parentId }: { rootId: RootId; parentId: ParentId },
  keys: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const batch of batches(keys))
    for (const { name_key } of await db
      .selectFrom('entry')
      .select('name_key')
      .where('root_id', '=', rootId)
      .where('parent_id', '=', parentId)
      .where('name_key', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute())
      taken.add(name_key)
  return taken
}

const updateHead = preparedChange<{ rootId: RootId; id: EntryId; revisionId: RevisionId }>((db, $) =>
  db
    .updateTable('entry')
    .set({ revision_id: $('revisionId') })
    .where('root_id', '=', $('rootId'))
    .where('id', '=', $('id'))
    .compile(),
)
export const setHead = (tx: Tx, rootId: RootId, id: EntryId, revisionId: RevisionId): Promise<void> =>
  updateHead(tx, { rootId, id, revisionId })

const dateReplaced = preparedChange<{ rootId: RootId; id: EntryId; at: Instant }>((db, $) =>
  db
    .updateTable('revision')
    .set({ replaced_at: $('at') })
    .where('root_id', '=', $('rootId'))
    .where(
      'id',
      '=',
      sql<RevisionId>`(select revision_id from entry where root_id = ${$('rootId')} and id = ${$('id')})`,
    )
    .compile(),
)
/** Another content for a file. The one before is from now on an earlier one. */
export async function updateContent(
  tx: Tx,
  rootId: RootId,
  id: EntryId,
  content: Pick<EntryRow, 'revision_id' | 'size' | 'modified_at' | 'seq' | 'changed_at'> &
    Partial<Pick<EntryRow, 'meta'>>,
): Promise<EntryRow> {
  await dateReplaced(tx, { rootId, id, at: content.changed_at })
  return tx
    .updateTable('entry')
    .set({ ...content, ver: sql`ver + 1` })
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const UNLOCKED: Lock = { locked_by: null, lock_holder: null, locked_at: null, lock_until: null }

/** Its own lock ends with it. */
export async function markDeleted(
  tx: Tx,
  rootId: RootId,
  id: EntryId,
  seq: number,
  at: Instant,
  replacedBy: EntryId | null = null,
): Promise<EntryRow> {
  await unindexName(tx, rootId, [id])
  return tx
    .updateTable('entry')
    .set({
      deleted_at: at,
      deletion_at: at,
      replaced_by: replacedBy,
      changed_at: at,
      seq,
      ver: sql`ver + 1`,
      ...UNLOCKED,
    })
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Another name or folder; the unique index decides whether it is free. */
export async function updatePlace(
  tx: Tx,
  rootId: RootId,
  id: EntryId,
  place: Pick<EntryRow, 'name' | 'name_key' | 'parent_id' | 'seq' | 'changed_at' | 'deletion_at'> &
    Partial<Pick<EntryRow, 'meta'>>,
): Promise<EntryRow> {
  const before = await tx
    .selectFrom('entry')
    .select(['name', 'deleted_at'])
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const entry = await unlessTaken(
    tx
      .updateTable('entry')
      .set({ ...place, ver: sql`ver + 1` })
      .where('root_id', '=', rootId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
    { ...place, root_id: rootId },
  )
  if (before.deleted_at === null && before.name !== place.name) await renameInIndex(tx, entry)
  return entry
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
      session_id: $('session_id'),
      client_op: $('client_op'),
      first_seq: $('first_seq'),
      at: $('at'),
    })
    .compile(),
)

export async function insertChanges(tx: Tx, rows: readonly ChangeRow[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('change').values(batch).execute()
}

export async function insertEntryVersion(
  tx: Tx,
  version: Insertable<Schema['entry_version']>,
): Promise<void> {
  await tx.insertInto('entry_version').values(version).execute()
}
