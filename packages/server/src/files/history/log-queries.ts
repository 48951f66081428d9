import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { IN_STEPS } from '../../platform/db/statements.ts'
import type { ChangeOp } from '../../platform/db/tables/history.ts'
import { valueRows } from '../../platform/db/value-rows.ts'
import { type Chosen, choose, seldom } from '../../records/choose-changes.ts'
import type { ChangeRow } from '../../records/entries.ts'
import { logSteps, type Stretch } from './log-steps.ts'

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

/** The first change in a range that belongs to another operation than `first`. */
export async function findOtherOperation(
  db: Db,
  rootId: RootId,
  range: Stretch,
  first: number,
): Promise<number | undefined> {
  for (const { from, to } of logSteps(range, 'asc')) {
    const { rows } = await sql<{ seq: number }>`
      select ${IN_STEPS} seq from change where root_id = ${rootId} and seq >= ${from} and seq <= ${to}
        and coalesce(first_seq, seq) <> ${first}
      order by seq limit 1`.execute(db)
    if (rows[0]) return rows[0].seq
  }
  return undefined
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

/** Where rows may be passed over that are not wanted, one part of the log after another is asked for. */
export async function listChanges(db: Db, rootId: RootId, slice: LogSlice): Promise<ChangeRow[]> {
  const chosen = {
    entry_id: slice.entryId,
    op: slice.entryId === undefined ? seldom(slice.op) : undefined,
    machine_id: slice.machineId,
    person_id: slice.personId,
  }
  const several = Object.values(chosen).filter((value) => value !== undefined).length > 1
  if (!slice.firstOnly && !several) return listChangesIn(db, rootId, slice, chosen, slice.limit)
  const found: ChangeRow[] = []
  for (const part of logSteps(slice, slice.order)) {
    if (found.length === slice.limit) break
    const limit = slice.limit - found.length
    found.push(...(await listChangesIn(db, rootId, { ...slice, ...part }, chosen, limit)))
  }
  return found
}

async function listChangesIn(
  db: Db,
  rootId: RootId,
  { order, firstOnly, ...part }: LogSlice,
  chosen: Chosen,
  limit: number,
): Promise<ChangeRow[]> {
  const { where, orderBy } = choose(db, 'change', part, chosen)
  const { rows } = await sql<ChangeRow>`
    select ${IN_STEPS} * from change where root_id = ${rootId} and ${where}
      ${firstOnly ? sql`and (first_seq is null or first_seq = seq)` : sql``}
    order by ${orderBy(order)} limit ${limit}`.execute(db)
  return rows
}

/** Of longer operations the changes are not counted: they were made at once, or by many requests with few others between them. */
const MOST_COUNTED = 20_000

export interface OperationEnd {
  last: number
  changes: number
}

/** The last change of each of some operations that made several, and how many: those of others can be between them. */
export async function listOperationEnds(
  db: Db,
  rootId: RootId,
  firsts: readonly number[],
): Promise<Map<number, OperationEnd>> {
  const ends = new Map<number, OperationEnd>()
  for (const batch of batches(firsts)) {
    const { rows } = await sql<OperationEnd & { first: number }>`
      with operation (first) as (${valueRows(
        ['bigint'],
        batch.map((first) => [first]),
      )}), ended (first, last) as (
        select first, (select max(seq) from change c where c.root_id = ${rootId} and c.first_seq = first)
        from operation
      )
      select ${IN_STEPS} first, last, case when last - first < ${MOST_COUNTED}
        then (select count(*) from change c where c.root_id = ${rootId} and c.first_seq = first)
        else last - first + 1 end as changes
      from ended`.execute(db)
    for (const { first, last, changes } of rows) ends.set(first, { last, changes: Number(changes) })
  }
  return ends
}

const NO_STATES = sql`('lock', 'unlock')`

/**
 * The items whose last change in a range of the log is in a part of it, in the order of those changes: all of them, so the
 * part is to be short. `by` leaves those whom they did nothing to in the whole range.
 */
export async function listChangedIn(
  db: Db,
  rootId: RootId,
  part: Stretch,
  { by, ...range }: Stretch & { by: ByWhom },
): Promise<{ id: EntryId; seq: number }[]> {
  const { rows } = await sql<{ id: EntryId; seq: number }>`
    select c.entry_id as id, c.seq from change c
    where c.root_id = ${rootId} and c.seq >= ${part.from} and c.seq <= ${part.to}
      and c.op not in ${NO_STATES} and c.entry_id <> 0
      and not exists (select 1 from change n where n.root_id = c.root_id
        and ${choose(db, 'n', { from: sql`c.seq + 1`, to: range.to }, { entry_id: sql`c.entry_id` }).where}
        and n.op not in ${NO_STATES})
    order by c.seq`.execute(db)
  if (by.personId === undefined && by.machineId === undefined) return rows
  const touched = await listTouchedBy(db, rootId, rows, { by, ...range })
  return rows.filter(({ id }) => touched.has(id))
}

/** Those of some items that somebody did something to in a range of the log. */
async function listTouchedBy(
  db: Db,
  rootId: RootId,
  items: readonly { id: EntryId }[],
  { by: { personId, machineId }, ...range }: Stretch & { by: ByWhom },
): Promise<Set<EntryId>> {
  const touched = new Set<EntryId>()
  for (const batch of batches(items)) {
    const { rows } = await sql<{ id: EntryId }>`
      with item (id) as (${valueRows(
        ['bigint'],
        batch.map(({ id }) => [id]),
      )})
      select id from item where exists (select 1 from change t where t.root_id = ${rootId}
        and ${choose(db, 't', range, { entry_id: sql`item.id` }).where} and t.op not in ${NO_STATES}
        ${personId === undefined ? sql`` : sql`and t.person_id = ${personId}`}
        ${machineId === undefined ? sql`` : sql`and t.machine_id = ${machineId}`})`.execute(db)
    for (const { id } of rows) touched.add(id)
  }
  return touched
}
