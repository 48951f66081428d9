import type { EntryId, RevisionId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../../platform/db/batches.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inRoot } from '../../../platform/db/statements.ts'
import type { EntryKind, ParentId } from '../../../platform/db/tables/files.ts'
import { valueRows } from '../../../platform/db/value-rows.ts'
import { type ByWhom, columnThen } from '../queries.ts'

/** Which changes are meant: by numbers, both included, and of one operation where that is said. */
export interface Meant extends ByWhom {
  from: number
  to: number
  operation: number | undefined
  sessionId: SessionId | undefined
}

/** A change of an item of which some are meant, and whether this one is. */
export interface Touch {
  id: EntryId
  seq: number
  kind: EntryKind
  name: string
  theirs: 0 | 1
}

/** All changes, between two numbers, of the items that are meant: by item, in the order they were made. */
export async function listTouches(
  db: Db,
  rootId: RootId,
  { from, to, personId, machineId, sessionId, operation }: Meant,
  limit: number,
): Promise<Touch[]> {
  const meant = (table: string) =>
    sql.join(
      [
        sql`1 = 1`,
        ...(personId === undefined ? [] : [sql`${sql.ref(`${table}.person_id`)} = ${personId}`]),
        ...(machineId === undefined ? [] : [sql`${sql.ref(`${table}.machine_id`)} = ${machineId}`]),
        ...(sessionId === undefined ? [] : [sql`${sql.ref(`${table}.session_id`)} = ${sessionId}`]),
        ...(operation === undefined ? [] : [sql`${sql.ref(`${table}.first_seq`)} = ${operation}`]),
      ],
      sql` and `,
    )
  const { rows } = await sql<Touch>`
    with item (id) as (
      select distinct t.entry_id from change t
      where t.root_id = ${rootId} and t.seq >= ${from} and t.seq <= ${to} and t.op not in ('lock', 'unlock')
        and t.entry_id <> 0 and ${meant('t')}
    )
    select c.entry_id as id, c.seq, c.kind, c.name, case when ${meant('c')} then 1 else 0 end as theirs
    from item cross join change c
    where c.root_id = ${rootId} and c.entry_id = item.id and c.seq >= ${from} and c.seq <= ${to}
      and c.op not in ('lock', 'unlock')
    order by c.entry_id, c.seq limit ${limit}`.execute(db)
  return rows
}

export interface PointOf {
  id: EntryId
  seq: number
}

/** What an item was after a change. `content` is null where the revision is gone, and for folders. */
export interface StateRow extends PointOf {
  parent_id: ParentId
  name: string
  name_key: string
  revision_id: RevisionId | null
  size: number
  modified_at: Instant
  deleted_at: Instant | null
  content: Buffer | null
}

const STATE = sql.join(
  ['parent_id', 'name', 'name_key', 'revision_id', 'size', 'modified_at', 'deleted_at'].map(
    (column) => sql`${columnThen(column)} as ${sql.ref(column)}`,
  ),
)

/** Nothing of those that did not exist then, or do not exist any more. */
export async function listStatesAt(db: Db, rootId: RootId, points: readonly PointOf[]): Promise<StateRow[]> {
  const found: StateRow[] = []
  for (const batch of batches(points)) {
    const { rows } = await sql<StateRow>`
      with point (id, seq) as (${valueRows(
        ['bigint', 'bigint'],
        batch.map(({ id, seq }) => [id, seq]),
      )}), state as (
        select p.id, p.seq, ${STATE}
        from point p cross join entry e
        left join entry_version v on ${inRoot(db, rootId, 'v.root_id')} and v.entry_id = e.id
          and v.seq_from <= p.seq and v.seq_to > p.seq
        where e.root_id = ${rootId} and e.id = p.id and (e.seq <= p.seq or v.entry_id is not null)
      )
      select s.*, r.content from state s
      left join revision r on r.root_id = ${rootId} and r.id = s.revision_id`.execute(db)
    for (const row of rows) found.push(row)
  }
  return found
}

/** The live items below some folders that changed at a number or later. */
export async function listNewerBelow(
  db: Db,
  rootId: RootId,
  folders: readonly EntryId[],
  { from, limit }: { from: number; limit: number },
): Promise<EntryId[]> {
  const found: EntryId[] = []
  for (const batch of batches(folders)) {
    const { rows } = await sql<{ id: EntryId }>`
      with recursive below (id, kind, seq) as (
        select id, kind, seq from entry
        where root_id = ${rootId} and parent_id in (${sql.join(batch)}) and deleted_at is null
        union all
        select e.id, e.kind, e.seq from below join entry e on e.root_id = ${rootId} and e.parent_id = below.id
        where below.kind = 'folder' and e.deleted_at is null
      )
      select id from below where seq >= ${from} limit ${limit}`.execute(db)
    for (const { id } of rows) found.push(id)
  }
  return found
}
