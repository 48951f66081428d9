import type { SortKey } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Window } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
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
      // The indexes of these orders tell no kinds, but the folders have one of their own: no row is looked at to skip it.
      const noFolders = sql`and id not in (
        select id from entry where root_id = ${$('rootId')} and parent_id = ${$('parentId')} and kind = 'folder')`
      return sql<ChildRow>`
        select ${SHOWN} from (
          select id, ${key} as sort_key from entry
          where root_id = ${$('rootId')} and parent_id = ${$('parentId')} ${only(listed)}
            ${listed.filesOnly ? noFolders : sql``}
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
