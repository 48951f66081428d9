import type { SortKey } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Window } from '../db/page.ts'
import { prepared } from '../db/prepared.ts'
import type { Lock, ParentId } from '../db/schema.ts'
import type { EntryRow } from '../files/queries.ts'

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
const onlyLive = (includeDeleted: boolean) => sql.raw(includeDeleted ? '' : 'and deleted_at is null')

/** Where a batch ends, and the next one begins. */
export interface Position {
  name_key: string
  id: EntryId | 0
}
export const BEGINNING: Position = { name_key: '', id: 0 }

const batch = (includeDeleted: boolean) =>
  prepared<Container & Position & { limit: number }, ChildRow & Position>((db, $) =>
    sql<ChildRow & Position>`
      select ${SHOWN}, e.name_key from entry e
      where root_id = ${$('rootId')} and parent_id = ${$('parentId')} ${onlyLive(includeDeleted)}
        and (name_key, id) > (${$('name_key')}, ${$('id')})
      order by name_key, id limit ${$('limit')}`.compile(db),
  )
const batchOfAll = batch(true)
const batchOfLive = batch(false)

/** The items of a folder that follow a position, by name. Costs the same wherever that is. */
export const listBatch = (
  db: Db,
  container: Container,
  includeDeleted: boolean,
  after: Position,
  limit: number,
): Promise<(ChildRow & Position)[]> =>
  (includeDeleted ? batchOfAll : batchOfLive)(db, { ...container, ...after, limit })

const SORT_COLUMNS = { name: 'name_key', modified: 'modified_at', size: 'size' } as const
type Order = 'asc' | 'desc'

// Ids first, from an index that holds all it takes to skip an item; rows only of those that are shown.
const page = (sortBy: SortKey, order: Order, includeDeleted: boolean) =>
  prepared<Container & { limit: number; skip: number }, ChildRow>((db, $) => {
    const key = sql.raw(SORT_COLUMNS[sortBy])
    const direction = sql.raw(order)
    return sql<ChildRow>`
      select ${SHOWN} from (
        select id, ${key} as sort_key from entry
        where root_id = ${$('rootId')} and parent_id = ${$('parentId')} ${onlyLive(includeDeleted)}
        order by ${key} ${direction}, id ${direction} limit ${$('limit')} offset ${$('skip')}
      ) page join entry e on e.id = page.id
      order by page.sort_key ${direction}, page.id ${direction}`.compile(db)
  })

const pages = new Map<string, ReturnType<typeof page>>()

/** A stretch of a folder's items in some order; a deleted folder's items are all listed, being deleted with it. */
export function listStretch(
  db: Db,
  container: Container,
  { sortBy, order, includeDeleted }: { sortBy: SortKey; order: Order; includeDeleted: boolean },
  { skip, limit }: Pick<Window, 'skip' | 'limit'>,
): Promise<ChildRow[]> {
  const name = `${sortBy} ${order} ${includeDeleted}`
  let query = pages.get(name)
  if (!query) {
    query = page(sortBy, order, includeDeleted)
    pages.set(name, query)
  }
  return query(db, { ...container, skip, limit })
}
