import type { SortKey } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { valueRows } from '../../platform/db/value-rows.ts'
import type { EntryRow } from '../../records/entries.ts'

/** An item as it was at some change. */
export type EntryThen = Pick<
  EntryRow,
  | 'id'
  | 'root_id'
  | 'parent_id'
  | 'kind'
  | 'name'
  | 'revision_id'
  | 'size'
  | 'created_at'
  | 'modified_at'
  | 'deleted_at'
>

/** A column of entry `e` at a change: from the version `v` that was true then, or from `e` if it still is. */
export const columnThen = (column: string): RawBuilder<unknown> =>
  sql`case when v.entry_id is null then ${sql.ref(`e.${column}`)} else ${sql.ref(`v.${column}`)} end`
const THEN = sql`e.id, e.root_id, e.kind, e.created_at, ${sql.join(
  ['parent_id', 'name', 'revision_id', 'size', 'modified_at', 'deleted_at'].map(
    (column) => sql`${columnThen(column)} as ${sql.ref(column)}`,
  ),
)}`

/** Those of some items that existed at a change, as they were. */
export async function listEntriesThen(
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
  seq: number,
): Promise<EntryThen[]> {
  const found: EntryThen[] = []
  for (const batch of batches(ids)) {
    const { rows } = await sql<EntryThen>`
      select ${THEN} from entry e
      left join entry_version v on ${inRoot(db, rootId, 'v.root_id')} and v.entry_id = e.id
        and v.seq_from <= ${seq} and v.seq_to > ${seq}
      where ${inRoot(db, rootId, 'e.root_id')} and e.id in (${sql.join(batch)}) and (e.seq <= ${seq} or v.entry_id is not null)`.execute(
      db,
    )
    for (const row of rows) found.push(row)
  }
  return found
}

const childrenThen = (rootId: RootId, parentId: ParentId, seq: number, includeDeleted: boolean) => sql`
  select e.id, e.root_id, e.parent_id, e.kind, e.name, e.name_key, e.revision_id, e.size, e.created_at, e.modified_at,
    e.deleted_at
  from entry e where e.root_id = ${rootId} and e.parent_id = ${parentId} and e.seq <= ${seq}
    ${includeDeleted ? sql`` : sql`and e.deleted_at is null`}
  union all
  select e.id, e.root_id, v.parent_id, e.kind, v.name, v.name_key, v.revision_id, v.size, e.created_at, v.modified_at,
    v.deleted_at
  from entry_version v join entry e on e.root_id = v.root_id and e.id = v.entry_id
  where v.root_id = ${rootId} and v.parent_id = ${parentId} and v.seq_to > ${seq} and v.seq_from <= ${seq}
    ${includeDeleted ? sql`` : sql`and v.deleted_at is null`}`

export async function countChildrenThen(
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  { seq, includeDeleted }: { seq: number; includeDeleted: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${childrenThen(rootId, parentId, seq, includeDeleted)}) as child`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

const SORT_COLUMNS = { name: 'name_key', modified: 'modified_at', size: 'size' } as const

/** What was directly in a folder. */
export async function listChildrenThen(
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  page: {
    seq: number
    includeDeleted: boolean
    sortBy: SortKey
    sortOrder: 'asc' | 'desc'
    /** And always by name. */
    foldersFirst: boolean
    limit: number
    offset: number
  },
): Promise<EntryThen[]> {
  const order = sql.raw(page.sortOrder)
  const byName = page.sortBy === 'name' ? order : sql.raw('asc')
  const folders = sql`case kind when 'folder' then 0 else 1 end, case kind when 'folder' then name_key end ${byName},`
  const { rows } = await sql<EntryThen>`
    select * from (${childrenThen(rootId, parentId, page.seq, page.includeDeleted)}) as child
    order by ${page.foldersFirst ? folders : sql``} ${sql.ref(SORT_COLUMNS[page.sortBy])} ${order}, id ${order}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export type FolderThen = Pick<EntryRow, 'id' | 'parent_id' | 'name' | 'deleted_at'>
/** A folder at a change. */
export interface FolderAt {
  id: EntryId
  seq: number
}

/** For each of some folders, it and those that it was in, outermost first; purged ones are missing. */
export async function listFoldersThen(
  db: Db,
  rootId: RootId,
  folders: readonly FolderAt[],
): Promise<FolderThen[][]> {
  const chains: FolderThen[][] = []
  for (const batch of batches(folders)) {
    const offset = chains.length
    for (const _ of batch) chains.push([])
    const { rows } = await sql<FolderThen & { n: number }>`
      with recursive start (n, id, seq) as (${valueRows(
        ['bigint', 'bigint', 'bigint'],
        batch.map(({ id, seq }, n) => [n, id, seq]),
      )}), above (n, seq, distance, id, parent_id, name, deleted_at) as (
        select s.n, s.seq, 1, e.id, ${columnThen('parent_id')}, ${columnThen('name')}, ${columnThen('deleted_at')}
        from start s cross join entry e
        left join entry_version v on ${inRoot(db, rootId, 'v.root_id')} and v.entry_id = e.id
          and v.seq_from <= s.seq and v.seq_to > s.seq
        where e.id = s.id and e.root_id = ${rootId} and (e.seq <= s.seq or v.entry_id is not null)
        union all
        select a.n, a.seq, a.distance + 1, e.id, ${columnThen('parent_id')}, ${columnThen('name')}, ${columnThen('deleted_at')}
        from above a cross join entry e
        left join entry_version v on ${inRoot(db, rootId, 'v.root_id')} and v.entry_id = e.id
          and v.seq_from <= a.seq and v.seq_to > a.seq
        where e.root_id = ${rootId} and e.id = a.parent_id and (e.seq <= a.seq or v.entry_id is not null)
      )
      select n, id, parent_id, name, deleted_at from above order by n, distance desc`.execute(db)
    for (const { n, ...folder } of rows) chains[offset + Number(n)]?.push(folder)
  }
  return chains
}

/** Ids of contents by revision; those of revisions that are gone are missing. */
export async function listContents(
  db: Db,
  rootId: RootId,
  revisions: readonly number[],
): Promise<Map<number, string>> {
  const contents = new Map<number, string>()
  for (const batch of batches(revisions))
    for (const { id, content } of await db
      .selectFrom('revision')
      .select(['id', 'content'])
      .where('root_id', '=', rootId)
      .where('id', 'in', batch as never[])
      .execute())
      contents.set(id, content.toString('hex'))
  return contents
}
