import type { SortKey } from '@holdfast/api/files/files'
import type { EntryId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Window } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { Flag } from '../../platform/db/tables/columns.ts'
import type { Lock, ParentId } from '../../platform/db/tables/files.ts'
import type { EntryRow } from '../../records/entries.ts'

/** What a list shows of an item; half of its row is about other things. */
export type ChildRow = Pick<
  EntryRow,
  | 'id'
  | 'root_id'
  | 'kind'
  | 'name'
  | 'revision_id'
  | 'size'
  | 'created_at'
  | 'modified_at'
  | 'ver'
  | 'deleted_at'
  | keyof Lock
>
const SHOWN = sql.raw(
  [
    'id',
    'root_id',
    'kind',
    'name',
    'revision_id',
    'size',
    'created_at',
    'modified_at',
    'ver',
    'deleted_at',
    'locked_by',
    'lock_holder',
    'locked_at',
    'lock_until',
  ]
    .map((column) => `e.${column}`)
    .join(', '),
)

export interface Container {
  rootId: RootId
  parentId: ParentId
}
/** Which of the items in a folder. */
export interface Listed {
  includeDeleted: boolean
  foldersOnly: boolean
  filesOnly?: boolean
}
const only = ({ includeDeleted, foldersOnly }: Listed) =>
  sql.raw(`${includeDeleted ? '' : 'and deleted_at is null'} ${foldersOnly ? "and kind = 'folder'" : ''}`)

/** The indexes of these orders tell no kinds, but the folders have one of their own: no row is looked at to skip it. */
const noFolders = ({ filesOnly }: Listed, $: (name: keyof Container) => unknown) =>
  filesOnly
    ? sql`and id not in (
        select id from entry where root_id = ${$('rootId')} and parent_id = ${$('parentId')} and kind = 'folder')`
    : sql``

/** Queries for each way of listing, each built when it is first needed. */
function byListed<Query>(build: (listed: Listed) => Query): (listed: Listed) => Query {
  const built = new Map<string, Query>()
  return (listed) => {
    const name = `${listed.includeDeleted} ${listed.foldersOnly} ${listed.filesOnly}`
    let query = built.get(name)
    if (!query) {
      query = build(listed)
      built.set(name, query)
    }
    return query
  }
}

/** Where a batch ends, and the next one begins. */
export interface Position {
  name_key: string
  id: EntryId | 0
}
export const BEGINNING: Position = { name_key: '', id: 0 }

const batchOf = byListed((listed) =>
  prepared<Container & Position & { limit: number }, ChildRow & Position>((db, $) =>
    sql<ChildRow & Position>`
      select ${SHOWN}, e.name_key from entry e
      where root_id = ${$('rootId')} and parent_id = ${$('parentId')} ${only(listed)}
        and (name_key, id) > (${$('name_key')}, ${$('id')})
      order by name_key, id limit ${$('limit')}`.compile(db),
  ),
)

/** The items of a folder that follow a position, by name. Costs the same wherever that is. */
export const listBatch = (
  db: Db,
  container: Container,
  listed: Listed,
  after: Position,
  limit: number,
): Promise<(ChildRow & Position)[]> => batchOf(listed)(db, { ...container, ...after, limit })

const countOf = byListed((listed) =>
  prepared<Container, { total: number }>((db, $) =>
    sql<{ total: number }>`
      select count(*) as total from entry
      where root_id = ${$('rootId')} and parent_id = ${$('parentId')} ${only(listed)}`.compile(db),
  ),
)
/** How many of the items in a folder are folders; an index has nothing but those. */
export async function countFolders(db: Db, container: Container, includeDeleted: boolean): Promise<number> {
  const [row] = await countOf({ includeDeleted, foldersOnly: true })(db, container)
  return Number(row?.total ?? 0)
}

const SORT_COLUMNS = { name: 'name_key', modified: 'modified_at', size: 'size' } as const
type Order = 'asc' | 'desc'

// Ids first, from an index that holds all it takes to skip an item; rows only of those that are shown.
const pageBy = (sortBy: SortKey, order: Order) =>
  byListed((listed) =>
    prepared<Container & { limit: number; skip: number }, ChildRow>((db, $) => {
      const column = SORT_COLUMNS[sortBy]
      // The sum keeps SQLite from going through all files by the index of this order: folders are few, and have their own.
      const key = sql.raw(listed.foldersOnly && sortBy !== 'name' ? `${column} + 0` : column)
      const direction = sql.raw(order)
      return sql<ChildRow>`
        select ${SHOWN} from (
          select id, ${key} as sort_key from entry
          where root_id = ${$('rootId')} and parent_id = ${$('parentId')} ${only(listed)}
            ${noFolders(listed, $)}
          order by ${key} ${direction}, id ${direction} limit ${$('limit')} offset ${$('skip')}
        ) page cross join entry e
      where e.root_id = ${$('rootId')} and e.id = page.id
        order by page.sort_key ${direction}, page.id ${direction}`.compile(db)
    }),
  )

const pages = new Map<string, ReturnType<typeof pageBy>>()

/** A stretch of a folder's items in some order; a deleted folder's items are all listed, being deleted with it. */
export function listStretch(
  db: Db,
  container: Container,
  { sortBy, order, ...listed }: { sortBy: SortKey; order: Order } & Listed,
  { skip, limit }: Pick<Window, 'skip' | 'limit'>,
): Promise<ChildRow[]> {
  const name = `${sortBy} ${order}`
  let page = pages.get(name)
  if (!page) {
    page = pageBy(sortBy, order)
    pages.set(name, page)
  }
  return page(listed)(db, { ...container, skip, limit })
}

/** What tells where an item stands in its folder, whatever the order. */
export type Placed = Pick<EntryRow, 'id' | 'name_key' | 'modified_at' | 'size'>

/** How many of a folder's items stand before one of them. */
export async function countBefore(
  db: Db,
  { rootId, parentId }: Container,
  { sortBy, order, ...listed }: { sortBy: SortKey; order: Order } & Listed,
  item: Placed,
): Promise<number> {
  const column = SORT_COLUMNS[sortBy]
  const before = sql.raw(order === 'asc' ? '<' : '>')
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from entry
    where root_id = ${rootId} and parent_id = ${parentId} ${only(listed)}
      ${noFolders(listed, (name) => ({ rootId, parentId })[name])}
      and (${sql.ref(column)}, id) ${before} (${item[column]}, ${item.id})`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Behind all keys that begin with a text, since no key has this character. */
const LAST = '\u{10ffff}'

/** The first item by name whose name begins so. */
export async function findNamed(
  db: Db,
  { rootId, parentId }: Container,
  { sortBy, order, ...listed }: { sortBy: SortKey; order: Order } & Listed,
  beginning: string,
): Promise<Placed | undefined> {
  const direction = sql.raw(sortBy === 'name' ? order : 'asc')
  const { rows } = await sql<Placed>`
    select id, name_key, modified_at, size from entry
    where root_id = ${rootId} and parent_id = ${parentId} ${only(listed)} ${sql.raw(listed.filesOnly ? "and kind = 'file'" : '')}
      and name_key >= ${beginning} and name_key < ${beginning + LAST}
    order by name_key ${direction}, id ${direction} limit 1`.execute(db)
  return rows[0]
}

/** What a list tells of an item on request. */
export interface MoreRow
  extends Pick<EntryRow, 'id' | 'kind' | 'modified_at' | 'live_children' | 'tree_size'> {
  /** Of the newest item in a folder. */
  newest_at: Instant | null
  /** Some that have not expired. */
  has_links: Flag
  person_id: PersonId | null
  first_name: string
  last_name: string
  email: string | null
}

export const listMore = (
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
  today: string,
): Promise<MoreRow[]> =>
  inBatches(ids, async (batch) => {
    const { rows } = await sql<MoreRow>`
      select e.id, e.kind, e.modified_at, e.live_children, e.tree_size, p.id as person_id, p.first_name, p.last_name, p.email,
        (select max(i.modified_at) from entry i where i.root_id = ${rootId} and i.parent_id = e.id) as newest_at,
        case when exists (select 1 from share_link l where l.root_id = ${rootId} and l.entry_id = e.id
          and (l.expires is null or l.expires >= ${today})) then 1 else 0 end as has_links
      from entry e
      left join revision r on r.root_id = ${rootId} and r.id = e.revision_id
      left join change c on c.root_id = ${rootId} and c.seq = e.seq and e.kind = 'folder'
      left join person p on p.id = coalesce(r.person_id, c.person_id)
      where ${inRoot(db, rootId, 'e.root_id')} and e.id in (${sql.join(batch)})`.execute(db)
    return rows
  })

/** Of some revisions those that there are, with their contents. */
export const listContents = (
  db: Db,
  rootId: RootId,
  revisions: readonly RevisionId[],
): Promise<{ id: RevisionId; content: Buffer }[]> =>
  db
    .selectFrom('revision')
    .select(['id', 'content'])
    .where('root_id', '=', rootId)
    .where('id', 'in', revisions)
    .execute()
