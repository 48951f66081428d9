import type { SortKey } from '@holdfast/api/files'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { ParentId, Schema } from '../db/schema.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { fail } from '../errors.ts'

export type RootRow = Selectable<Schema['root']>
export type EntryRow = Selectable<Schema['entry']>
export type RevisionRow = Selectable<Schema['revision']>
export type Ancestor = Pick<EntryRow, 'id' | 'parent_id' | 'name' | 'deleted_at'>

export const findRoot = (db: Db, id: RootId): Promise<RootRow | undefined> =>
  db.selectFrom('root').selectAll().where('id', '=', id).executeTakeFirst()

export const findEntry = (db: Db, rootId: RootId, id: EntryId): Promise<EntryRow | undefined> =>
  db.selectFrom('entry').selectAll().where('id', '=', id).where('root_id', '=', rootId).executeTakeFirst()

/** The folders above an item, outermost first. */
export async function listAncestors(db: Db, entry: Pick<EntryRow, 'parent_id'>): Promise<Ancestor[]> {
  if (entry.parent_id === 0) return []
  const { rows } = await sql<Ancestor>`
    with recursive above (id, parent_id, name, deleted_at, distance) as (
      select id, parent_id, name, deleted_at, 1 from entry where id = ${entry.parent_id}
      union all
      select e.id, e.parent_id, e.name, e.deleted_at, distance + 1
      from above join entry e on e.id = above.parent_id
    )
    select id, parent_id, name, deleted_at from above order by distance desc`.execute(db)
  return rows
}

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

/** Takes the root's next change number. Holds the root's row, so that changes of one root come one by one. */
export async function takeSeq(tx: Tx, rootId: RootId): Promise<number> {
  const row = await tx
    .updateTable('root')
    .set({ seq: sql`seq + 1` })
    .where('id', '=', rootId)
    .returning('seq')
    .executeTakeFirst()
  return row?.seq ?? fail('not_found')
}

/** Undoes takeSeq for a change that turned out to be none: the log has no gaps. */
export async function returnSeq(tx: Tx, rootId: RootId): Promise<void> {
  await tx.updateTable('root').set({ seq: sql`seq - 1` }).where('id', '=', rootId).execute()
}

/** Answers `name_conflict` when the folder already holds the name; the unique index decides, not a prior look. */
export async function insertEntry(tx: Tx, entry: Insertable<Schema['entry']>): Promise<EntryRow> {
  try {
    return await tx.insertInto('entry').values(entry).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict')
    throw error
  }
}

export async function insertRevision(tx: Tx, revision: Insertable<Schema['revision']>): Promise<RevisionId> {
  const row = await tx.insertInto('revision').values(revision).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function setHead(tx: Tx, entryId: EntryId, revisionId: RevisionId): Promise<void> {
  await tx.updateTable('entry').set({ revision_id: revisionId }).where('id', '=', entryId).execute()
}

export const findRevision = (db: Db, id: RevisionId): Promise<RevisionRow | undefined> =>
  db.selectFrom('revision').selectAll().where('id', '=', id).executeTakeFirst()

export async function markDeleted(tx: Tx, entryId: EntryId, seq: number, at: Instant): Promise<EntryRow> {
  return tx
    .updateTable('entry')
    .set({ deleted_at: at, seq, ver: sql`ver + 1` })
    .where('id', '=', entryId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How many bytes live files have in and below a folder. */
export async function sumLiveSizes(db: Db, folderId: EntryId): Promise<number> {
  const { rows } = await sql<{ size: number | null }>`
    with recursive below (id, kind, size) as (
      select id, kind, size from entry where id = ${folderId}
      union all
      select e.id, e.kind, e.size from below
      join entry e on e.parent_id = below.id and e.root_id = (select root_id from entry where id = ${folderId})
      where below.kind = 'folder' and e.deleted_at is null
    )
    select cast(sum(size) as bigint) as size from below where kind = 'file'`.execute(db)
  return rows[0]?.size ?? 0
}

/** Counts a change of what lies directly in a folder, and raises the number that its `hash` is made from. */
export async function touchContainer(
  tx: Tx,
  rootId: RootId,
  parentId: ParentId,
  by: { live: number; deleted: number },
): Promise<void> {
  const changed = {
    children_ver: sql<number>`children_ver + 1`,
    live_children: sql<number>`live_children + ${by.live}`,
    deleted_children: sql<number>`deleted_children + ${by.deleted}`,
  }
  if (parentId === 0) await tx.updateTable('root').set(changed).where('id', '=', rootId).execute()
  else await tx.updateTable('entry').set(changed).where('id', '=', parentId).execute()
}

export async function addSizes(tx: Tx, rootId: RootId, by: { live: number; stored: number }): Promise<void> {
  await tx
    .updateTable('root')
    .set({ live_size: sql`live_size + ${by.live}`, stored_size: sql`stored_size + ${by.stored}` })
    .where('id', '=', rootId)
    .execute()
}

export async function insertChange(tx: Tx, change: Insertable<Schema['change']>): Promise<void> {
  await tx.insertInto('change').values(change).execute()
}

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

export async function insertRoot(tx: Tx, root: Insertable<Schema['root']>): Promise<RootId> {
  const row = await tx.insertInto('root').values(root).returning('id').executeTakeFirstOrThrow()
  return row.id
}
