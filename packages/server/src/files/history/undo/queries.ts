import type { EntryId, RevisionId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../../platform/db/batches.ts'
import type { Db } from '../../../platform/db/database.ts'
import { IN_STEPS, inRoot } from '../../../platform/db/statements.ts'
import type { EntryKind, ParentId } from '../../../platform/db/tables/files.ts'
import { valueRows } from '../../../platform/db/value-rows.ts'
import { type Chosen, choose } from '../../../records/choose-changes.ts'
import type { ByWhom } from '../log-queries.ts'
import type { Stretch } from '../log-steps.ts'
import { columnThen } from '../queries.ts'

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

const chosenBy = ({ personId, machineId, sessionId, operation }: Meant): Chosen => ({
  first_seq: operation,
  machine_id: machineId,
  person_id: personId,
  session_id: sessionId,
})

const isMeant = (table: string, meant: Meant) =>
  sql.join(
    [
      sql`1 = 1`,
      ...Object.entries(chosenBy(meant)).flatMap(([column, value]) =>
        value === undefined ? [] : [sql`${sql.ref(`${table}.${column}`)} = ${value}`],
      ),
    ],
    sql` and `,
  )

/** The items in a part of the log of which changes are meant, at most so many. */
export async function listMeant(
  db: Db,
  rootId: RootId,
  meant: Meant,
  part: Stretch,
  limit: number,
): Promise<EntryId[]> {
  const { rows } = await sql<{ id: EntryId }>`
    select distinct ${IN_STEPS} t.entry_id as id from change t
    where t.root_id = ${rootId} and ${choose(db, 't', part, chosenBy(meant)).where} and t.op not in ('lock', 'unlock')
      and t.entry_id <> 0
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** All changes of some items, between two numbers: by item, in the order they were made. */
export async function listTouches(
  db: Db,
  rootId: RootId,
  items: readonly EntryId[],
  meant: Meant,
  limit: number,
): Promise<Touch[]> {
  const found: Touch[] = []
  for (const batch of batches(items)) {
    if (found.length === limit) break
    const { rows } = await sql<Touch>`
      with item (id) as (${valueRows(
        ['bigint'],
        batch.map((id) => [id]),
      )})
      select c.entry_id as id, c.seq, c.kind, c.name, case when ${isMeant('c', meant)} then 1 else 0 end as theirs
      from item cross join change c
      where c.root_id = ${rootId} and ${choose(db, 'c', meant, { entry_id: sql`item.id` }).where} and c.op not in ('lock', 'unlock')
      order by c.entry_id, c.seq limit ${limit - found.length}`.execute(db)
    for (const row of rows) found.push(row)
  }
  return found
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
