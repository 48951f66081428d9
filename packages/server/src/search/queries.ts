import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { gramIndexOf } from '../db/gram-index/index-of.ts'
import type { EntryRow } from '../files/queries.ts'

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

/** Items of a root and all folders above them by id, as they are at one moment. */
export async function readWithFolders(
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
): Promise<Map<EntryId, EntryRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    with recursive wanted (id) as (
      select id from entry where id in (${idList(ids)}) and root_id = ${rootId}
      union
      select e.parent_id from wanted join entry e on e.id = wanted.id where e.parent_id <> 0
    )
    select entry.* from wanted join entry on entry.id = wanted.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A place among items by the moment of a change. */
export interface Moment {
  at: Instant
  id: EntryId | 0
}

/** Files by their own last change, after one of them. */
export async function listChangedFiles(
  db: Db,
  rootId: RootId,
  after: Moment,
  limit: number,
): Promise<{ id: EntryId; at: Instant }[]> {
  const { rows } = await sql<{ id: EntryId; at: Instant }>`
    select id, changed_at as at from entry
    where root_id = ${rootId} and kind = 'file' and (changed_at, id) > (${after.at}, ${after.id})
    order by changed_at, id limit ${limit}`.execute(db)
  return rows
}

/** Folders by when they were deleted or restored last, after one of them. */
export async function listDeletionChanges(
  db: Db,
  rootId: RootId,
  after: Moment,
  limit: number,
): Promise<{ id: EntryId; at: Instant }[]> {
  const { rows } = await sql<{ id: EntryId; at: Instant }>`
    select id, deletion_at as at from entry
    where root_id = ${rootId} and kind = 'folder' and deletion_at is not null
      and (deletion_at, id) > (${after.at}, ${after.id})
    order by deletion_at, id limit ${limit}`.execute(db)
  return rows
}

/** Where an item stands among those of its folder. */
export type Neighbour = Pick<EntryRow, 'name_key' | 'id'>

/** What lies directly in a folder by name, deleted or not, after one of its items. */
export async function listAfter(
  db: Db,
  rootId: RootId,
  folderId: EntryId,
  after: Neighbour,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from entry
    where root_id = ${rootId} and parent_id = ${folderId} and (name_key, id) > (${after.name_key}, ${after.id})
    order by name_key, id limit ${limit}`.execute(db)
  return rows
}
