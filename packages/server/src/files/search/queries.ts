import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type RawBuilder, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { gramIndexOf } from '../../platform/db/gram-index/index-of.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { EntryRow } from '../../records/entries.ts'

/** Items whose names may hold all of the grams, see `GramIndex`. */
export const findByGrams = (
  db: Db,
  rootId: RootId,
  grams: readonly string[],
  after: number,
): AsyncGenerator<EntryId[]> => gramIndexOf(db).find(db, rootId, grams, after)

/** Few lengths make few texts to prepare; naming an id twice changes nothing. */
const LENGTHS = [1, 8, 64, 512]

function idList(ids: readonly EntryId[]): RawBuilder<unknown> {
  const length = LENGTHS.find((size) => size >= ids.length) ?? ids.length
  return sql.join(Array.from({ length }, (_, n) => ids[n] ?? ids[0]))
}

export type Name = Pick<EntryRow, 'id' | 'name' | 'deleted_at'>

/** What the items of a root are called, deleted ones too, by id, after one of them. */
export async function listNames(db: Db, rootId: RootId, after: number, limit: number): Promise<Name[]> {
  const { rows } = await sql<Name>`
    select id, name, deleted_at from entry
    where root_id = ${rootId} and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

/** Items of a root and all folders above them by id, as they are at one moment. */
export async function readWithFolders(
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
): Promise<Map<EntryId, EntryRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    with recursive wanted (id) as (
      select id from entry where ${inRoot(db, rootId)} and id in (${idList(ids)})
      union
      select e.parent_id from wanted cross join entry e
      where e.root_id = ${rootId} and e.id = wanted.id and e.parent_id <> 0
    )
    select e.* from wanted cross join entry e where e.root_id = ${rootId} and e.id = wanted.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A place among items by the moment of a change. */
export interface Moment {
  at: Instant
  id: EntryId | 0
}

/**
 * Rows after a place in the order of a column and, where that is the same, of ids. In two looks: SQLite finds a place
 * in an index by a pair of which one is the row's id by the other alone, and would go through all that share it.
 */
async function following<Row>(
  db: Db,
  column: 'changed_at' | 'deletion_at' | 'name_key',
  after: { value: number | string; id: number },
  limit: number,
  select: (condition: RawBuilder<unknown>, limit: number) => RawBuilder<Row>,
): Promise<Row[]> {
  const same = sql`${sql.ref(column)} = ${after.value} and id > ${after.id} order by id`
  const { rows } = await select(same, limit).execute(db)
  if (rows.length === limit) return rows
  const later = sql`${sql.ref(column)} > ${after.value} order by ${sql.ref(column)}, id`
  return [...rows, ...(await select(later, limit - rows.length).execute(db)).rows]
}

type Changed = { id: EntryId; at: Instant }

/** Files by their own last change, after one of them. */
export const listChangedFiles = (db: Db, rootId: RootId, after: Moment, limit: number): Promise<Changed[]> =>
  following(
    db,
    'changed_at',
    { value: after.at, id: after.id },
    limit,
    (condition, most) => sql<Changed>`
      select id, changed_at as at from entry
      where root_id = ${rootId} and kind = 'file' and ${condition} limit ${most}`,
  )

/** Folders by when they were deleted or restored last, after one of them. */
export const listDeletionChanges = (
  db: Db,
  rootId: RootId,
  after: Moment,
  limit: number,
): Promise<Changed[]> =>
  following(
    db,
    'deletion_at',
    { value: after.at, id: after.id },
    limit,
    (condition, most) => sql<Changed>`
      select id, deletion_at as at from entry
      where root_id = ${rootId} and kind = 'folder' and deletion_at is not null and ${condition} limit ${most}`,
  )

/** Where an item stands among those of its folder. */
export type Neighbour = Pick<EntryRow, 'name_key' | 'id'>

/** What is directly in a folder by name, deleted or not, after one of its items. */
export const listAfter = (
  db: Db,
  rootId: RootId,
  folderId: EntryId,
  after: Neighbour,
  limit: number,
): Promise<EntryRow[]> =>
  following(
    db,
    'name_key',
    { value: after.name_key, id: after.id },
    limit,
    (condition, most) => sql<EntryRow>`
      select * from entry where root_id = ${rootId} and parent_id = ${folderId} and ${condition} limit ${most}`,
  )

/** An item that was deleted by itself, and by whom. */
export interface DeletedRow extends Pick<EntryRow, 'id' | 'name' | 'replaced_by'> {
  deleted_at: Instant
  person_id: PersonId | null
  machine_id: null
}

/** Deleted items of a root behind a place, newest first, ids falling where that is the same. */
export async function listDeletedRows(
  db: Db,
  rootId: RootId,
  { since, after, limit }: { since: Instant; after: { at: Instant; id: number }; limit: number },
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select e.id, e.name, e.deleted_at, e.replaced_by, c.person_id, null as machine_id from (
      select id, name, deleted_at, replaced_by, seq from entry
      where root_id = ${rootId} and deleted_at is not null and deleted_at >= ${since}
        and (deleted_at, id) < (${after.at}, ${after.id})
      order by deleted_at desc, id desc limit ${limit}
    ) e left join change c on c.root_id = ${rootId} and c.seq = e.seq and c.op = 'delete'
    order by e.deleted_at desc, e.id desc`.execute(db)
  return rows
}

/** Who made the last change of each of some items, and on which machine. */
export async function listAuthors(
  db: Db,
  rootId: RootId,
  items: readonly Pick<EntryRow, 'id' | 'seq'>[],
): Promise<Map<EntryId, Author>> {
  const authors = new Map<EntryId, Author>()
  for (const batch of batches(items))
    for (const { entry_id, ...author } of await db
      .selectFrom('change')
      .select(['entry_id', 'person_id', 'machine_id'])
      .where('root_id', '=', rootId)
      .where(
        'seq',
        'in',
        batch.map(({ seq }) => seq),
      )
      .execute())
      authors.set(entry_id as EntryId, author)
  return authors
}

interface Author {
  person_id: PersonId | null
  machine_id: MachineId | null
}

/** Of the files that changed last, deleted ones too, so many are looked at for each that is given. */
const LOOKED_AT_FOR_EACH = 10

/** The live ones among the files of a root that changed last, newest first. Folders above them may be deleted. */
export async function listNewestFiles(
  db: Db,
  rootId: RootId,
  limit: number,
): Promise<{ id: EntryId; at: Instant }[]> {
  const { rows } = await sql<{ id: EntryId; at: Instant }>`
    select id, changed_at as at from (
      select id, changed_at, deleted_at from entry
      where root_id = ${rootId} and kind = 'file' and changed_at <= ${Number.MAX_SAFE_INTEGER}
      order by changed_at desc, id desc limit ${limit * LOOKED_AT_FOR_EACH}
    ) as newest where deleted_at is null order by changed_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
