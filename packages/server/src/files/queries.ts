import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { SortKey } from '@holdfast/api/files'
import type { EntryId, OrganizationId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { announce } from '../db/news.ts'
import type { Window } from '../db/page.ts'
import { prepared, preparedChange, preparedFirst } from '../db/prepared.ts'
import type { ParentId, Schema } from '../db/schema.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { fail } from '../errors.ts'
import { addCounts } from '../organizations/queries.ts'

export type RootRow = Selectable<Schema['root']>
export type EntryRow = Selectable<Schema['entry']>
export type RevisionRow = Selectable<Schema['revision']>
export type Ancestor = Pick<EntryRow, 'id' | 'parent_id' | 'name' | 'deleted_at'>

const selectRoot = preparedFirst<{ id: RootId }, RootRow>((db, $) =>
  db.selectFrom('root').selectAll().where('id', '=', $('id')).compile(),
)
export const findRoot = (db: Db, id: RootId): Promise<RootRow | undefined> => selectRoot(db, { id })

const selectEntry = preparedFirst<{ rootId: RootId; id: EntryId }, EntryRow>((db, $) =>
  db.selectFrom('entry').selectAll().where('id', '=', $('id')).where('root_id', '=', $('rootId')).compile(),
)
export const findEntry = (db: Db, rootId: RootId, id: EntryId): Promise<EntryRow | undefined> =>
  selectEntry(db, { rootId, id })

const selectAncestors = prepared<{ parentId: ParentId }, Ancestor>((db, $) =>
  sql<Ancestor>`
    with recursive above (id, parent_id, name, deleted_at, distance) as (
      select id, parent_id, name, deleted_at, 1 from entry where id = ${$('parentId')}
      union all
      select e.id, e.parent_id, e.name, e.deleted_at, distance + 1
      from above join entry e on e.id = above.parent_id
    )
    select id, parent_id, name, deleted_at from above order by distance desc`.compile(db),
)
/** The folders above an item, outermost first. */
export const listAncestors = async (db: Db, entry: Pick<EntryRow, 'parent_id'>): Promise<Ancestor[]> =>
  entry.parent_id === 0 ? [] : selectAncestors(db, { parentId: entry.parent_id })

const SORT_COLUMNS = { name: 'name_key', modified: 'modified_at', size: 'size' } as const

export interface ChildrenPage {
  sortBy: SortKey
  sortOrder: 'asc' | 'desc'
  includeDeleted: boolean
  limit?: number
  offset?: number
}

/** The items directly below a folder; a deleted folder's items are all listed, being deleted with it. */
export function listChildren(
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  { sortBy, sortOrder, includeDeleted, limit, offset }: ChildrenPage,
): Promise<EntryRow[]> {
  let query = db
    .selectFrom('entry')
    .selectAll()
    .where('root_id', '=', rootId)
    .where('parent_id', '=', parentId)
    .orderBy(SORT_COLUMNS[sortBy], sortOrder)
    .orderBy('id', sortOrder)
  if (!includeDeleted) query = query.where('deleted_at', 'is', null)
  if (limit !== undefined) query = query.limit(limit).offset(offset ?? 0)
  return query.execute()
}

const raiseSeq = preparedFirst<{ rootId: RootId }, { seq: number }>((db, $) =>
  db.updateTable('root').set({ seq: sql`seq + 1` }).where('id', '=', $('rootId')).returning('seq').compile(),
)
/** Takes the root's next change number. Holds the root's row, so that changes of one root come one by one. */
export async function takeSeq(tx: Tx, rootId: RootId): Promise<number> {
  announce(tx, `r${rootId}`)
  return (await raiseSeq(tx, { rootId }))?.seq ?? fail('not_found')
}

/** Undoes takeSeq for a change that turned out to be none: the log has no gaps. */
export async function returnSeq(tx: Tx, rootId: RootId): Promise<void> {
  await tx.updateTable('root').set({ seq: sql`seq - 1` }).where('id', '=', rootId).execute()
}

type NewEntry = Pick<
  EntryRow,
  'root_id' | 'parent_id' | 'kind' | 'name' | 'name_key' | 'size' | 'created_at' | 'modified_at' | 'seq'
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
      ver: 1,
      seq: $('seq'),
    })
    .returningAll()
    .compile(),
)
/** Answers `name_conflict` when the folder already holds the name; the unique index decides, not a prior look. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<EntryRow> {
  try {
    return (await addEntry(tx, entry)) as EntryRow
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict')
    throw error
  }
}

const addRevision = preparedFirst<Omit<RevisionRow, 'id'>, { id: RevisionId }>((db, $) =>
  db
    .insertInto('revision')
    .values({
      entry_id: $('entry_id'),
      content: $('content'),
      size: $('size'),
      full_size: $('full_size'),
      delta_size: $('delta_size'),
      created_at: $('created_at'),
      modified_at: $('modified_at'),
      person_id: $('person_id'),
      machine_id: $('machine_id'),
    })
    .returning('id')
    .compile(),
)
export const insertRevision = async (tx: Tx, revision: Omit<RevisionRow, 'id'>): Promise<RevisionId> =>
  ((await addRevision(tx, revision)) as { id: RevisionId }).id

const updateHead = preparedChange<{ id: EntryId; revisionId: RevisionId }>((db, $) =>
  db
    .updateTable('entry')
    .set({ revision_id: $('revisionId') })
    .where('id', '=', $('id'))
    .compile(),
)
export const setHead = (tx: Tx, id: EntryId, revisionId: RevisionId): Promise<void> =>
  updateHead(tx, { id, revisionId })

const selectRevision = preparedFirst<{ id: RevisionId }, RevisionRow>((db, $) =>
  db.selectFrom('revision').selectAll().where('id', '=', $('id')).compile(),
)
export const findRevision = (db: Db, id: RevisionId): Promise<RevisionRow | undefined> =>
  selectRevision(db, { id })

export async function markDeleted(tx: Tx, entryId: EntryId, seq: number, at: Instant): Promise<EntryRow> {
  return tx
    .updateTable('entry')
    .set({ deleted_at: at, seq, ver: sql`ver + 1` })
    .where('id', '=', entryId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Another name or folder; the unique index decides whether it is free. */
export async function updatePlace(
  tx: Tx,
  id: EntryId,
  place: Pick<EntryRow, 'name' | 'name_key' | 'parent_id' | 'seq'>,
): Promise<EntryRow> {
  try {
    return await tx
      .updateTable('entry')
      .set({ ...place, ver: sql`ver + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict')
    throw error
  }
}

interface Touch {
  id: RootId | EntryId
  live: number
  deleted: number
}
const touch = (table: 'root' | 'entry') =>
  preparedChange<Touch>((db, $) =>
    db
      .updateTable(table)
      .set({
        children_ver: sql<number>`children_ver + 1`,
        live_children: sql<number>`live_children + ${$('live')}`,
        deleted_children: sql<number>`deleted_children + ${$('deleted')}`,
      })
      .where('id', '=', $('id') as never)
      .compile(),
  )
const touchRoot = touch('root')
const touchFolder = touch('entry')
/** Counts a change of what lies directly in a folder, and raises the number that its `hash` is made from. */
export async function touchContainer(
  tx: Tx,
  rootId: RootId,
  parentId: ParentId,
  by: { live: number; deleted: number },
): Promise<void> {
  if (parentId === 0) await touchRoot(tx, { id: rootId, ...by })
  else await touchFolder(tx, { id: parentId, ...by })
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

export const listRootsOfPerson = (db: Db, personId: RootRow['person_id']): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('person_id', '=', personId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const listRootsOfPersons = (db: Db, ids: readonly PersonId[]): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('person_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export async function insertRoot(tx: Tx, root: Insertable<Schema['root']>): Promise<RootRow> {
  await addCounts(tx, root.organization_id, { roots: 1, shares: root.root_type === 'share' ? 1 : 0 })
  return tx.insertInto('root').values(root).returningAll().executeTakeFirstOrThrow()
}

export const listRootsOf = (
  db: Db,
  organizations: readonly OrganizationId[],
  skip: number,
): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('organization_id', 'in', organizations)
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .orderBy('id')
    .limit(OFFSET_PAGE)
    .offset(skip)
    .execute()

export const listSharesOf = (
  db: Db,
  organization: OrganizationId,
  { order, skip, limit }: Window,
): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('root_type', '=', 'share')
    .where('deleted_at', 'is', null)
    .orderBy('id', order)
    .limit(limit)
    .offset(skip)
    .execute()
