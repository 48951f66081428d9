import type { SortKey } from '@holdfast/api/files/files'
import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type RawBuilder, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { ChangeOp } from '../../platform/db/tables/history.ts'
import { valueRows } from '../../platform/db/value-rows.ts'
import type { ChangeRow, EntryRow } from '../../records/entries.ts'

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

/** Clocks of several servers differ a little, so the newest number is looked for among the last by time. */
const CLOSE_BY = 100

/** The newest change that was made before a moment; 0 if none was. */
export async function seqBefore(db: Db, rootId: RootId, moment: Instant): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from (
      select seq from change where root_id = ${rootId} and at < ${moment} order by at desc, seq desc limit ${CLOSE_BY}
    ) as latest`.execute(db)
  return rows[0]?.seq ?? 0
}

/** The first change behind a number that belongs to another operation than `first`. */
export async function findOtherOperation(
  db: Db,
  rootId: RootId,
  seq: number,
  first: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from change where root_id = ${rootId} and seq > ${seq} and coalesce(first_seq, seq) <> ${first}
    order by seq limit 1`.execute(db)
  return rows[0]?.seq
}

export const findChange = (
  db: Db,
  rootId: RootId,
  seq: number,
): Promise<Pick<ChangeRow, 'first_seq'> | undefined> =>
  db
    .selectFrom('change')
    .select('first_seq')
    .where('root_id', '=', rootId)
    .where('seq', '=', seq)
    .executeTakeFirst()

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

/** What lay directly in a folder. */
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

/** For each of some folders, it and those that it lay in, outermost first; purged ones are missing. */
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

export interface ByWhom {
  personId: PersonId | undefined
  machineId: MachineId | undefined
}

export interface LogSlice extends ByWhom {
  /** Numbers of changes, both included. */
  from: number
  to: number
  order: 'asc' | 'desc'
  entryId: EntryId | undefined
  /** Found by an index, but for the most frequent and those of one item: of these, all are given. */
  op: ChangeOp | undefined
  /** Of an operation that made several changes, only the first. */
  firstOnly: boolean
  limit: number
}

/** As the index `change_op` has it, word for word. */
const SELDOM = sql<boolean>`op not in ('create', 'update')`

/**
 * The changes of one kind. Asked for as the index `change_op` is sorted, and in no other words: else the databases take the
 * key instead, and pass over the whole log where there are none.
 */
const ofKind = ({ from, to }: LogSlice, op: ChangeOp) => sql<boolean>`${SELDOM}
  and (op, seq) >= (${sql.lit(op)}, ${from}) and (op, seq) <= (${sql.lit(op)}, ${to})`

export function listChanges(db: Db, rootId: RootId, slice: LogSlice): Promise<ChangeRow[]> {
  let query = db.selectFrom('change').selectAll().where('root_id', '=', rootId).limit(slice.limit)
  if (slice.op && slice.op !== 'create' && slice.op !== 'update' && slice.entryId === undefined)
    query = query.where(ofKind(slice, slice.op)).orderBy('op', slice.order).orderBy('seq', slice.order)
  else query = query.where('seq', '>=', slice.from).where('seq', '<=', slice.to).orderBy('seq', slice.order)
  if (slice.personId !== undefined) query = query.where('person_id', '=', slice.personId)
  if (slice.machineId !== undefined) query = query.where('machine_id', '=', slice.machineId)
  if (slice.entryId !== undefined) query = query.where('entry_id', '=', slice.entryId)
  if (slice.firstOnly)
    query = query.where(({ or, eb }) =>
      or([eb('first_seq', 'is', null), eb('first_seq', '=', eb.ref('seq'))]),
    )
  return query.execute()
}

/** The last change of each of some operations that made several. Their numbers follow each other. */
export async function listOperationEnds(
  db: Db,
  rootId: RootId,
  firsts: readonly number[],
): Promise<Map<number, number>> {
  const ends = new Map<number, number>()
  for (const batch of batches(firsts)) {
    const { rows } = await sql<{ first: number; last: number }>`
      with operation (first) as (${valueRows(
        ['bigint'],
        batch.map((first) => [first]),
      )})
      select first, (select max(seq) from change c where c.root_id = ${rootId} and c.first_seq = first) as last
      from operation`.execute(db)
    for (const { first, last } of rows) ends.set(first, last)
  }
  return ends
}

const NO_STATES = sql`('lock', 'unlock')`

/** The items that changed after `from` and up to `to`, each at its last change there, in the order of those. */
export async function listChangedIn(
  db: Db,
  rootId: RootId,
  range: ByWhom & { from: number; to: number; after: number; limit: number },
): Promise<{ id: EntryId; seq: number }[]> {
  const { from, to, after, limit, personId, machineId } = range
  const byThem = sql.join(
    [
      ...(personId === undefined ? [] : [sql`t.person_id = ${personId}`]),
      ...(machineId === undefined ? [] : [sql`t.machine_id = ${machineId}`]),
    ],
    sql` and `,
  )
  const anyone = personId === undefined && machineId === undefined
  const { rows } = await sql<{ id: EntryId; seq: number }>`
    select c.entry_id as id, c.seq from change c
    where c.root_id = ${rootId} and c.seq > ${Math.max(from, after)} and c.seq <= ${to}
      and c.op not in ${NO_STATES} and c.entry_id <> 0
      and not exists (select 1 from change n where n.root_id = c.root_id and n.entry_id = c.entry_id
        and n.seq > c.seq and n.seq <= ${to} and n.op not in ${NO_STATES})
      ${
        anyone
          ? sql``
          : sql`and exists (select 1 from change t where t.root_id = c.root_id and t.entry_id = c.entry_id
              and t.seq > ${from} and t.seq <= ${to} and t.op not in ${NO_STATES} and ${byThem})`
      }
    order by c.seq limit ${limit}`.execute(db)
  return rows
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
