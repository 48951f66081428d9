import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { IN_STEPS } from '../../../platform/db/statements.ts'
import { choose } from '../../../records/choose-changes.ts'
import type { ChangeRow } from '../../../records/entries.ts'
import type { ByWhom } from '../log-queries.ts'

export interface TimeSlice extends ByWhom {
  /** Numbers of changes, both included. */
  from: number
  to: number
  /** Of a stretch of time, and how much later than 1970 in UTC the first one begins, negative. */
  length: number
  offset: number
}

export interface Sums {
  to_seq: number
  operations: number
  changes: number
  deleted: number
}

/** What was done in one stretch of time, numbered from 1970 on. */
export interface Stretch extends Sums {
  stretch: number
  from_seq: number
}

/** The newest changes by when they were made, newest first. */
export async function countByTime(
  db: Db,
  rootId: RootId,
  slice: TimeSlice,
  limit: number,
): Promise<Stretch[]> {
  const { where, orderBy } = choose(db, 'change', slice, {
    machine_id: slice.machineId,
    person_id: slice.personId,
  })
  const { rows } = await sql<Stretch>`
    select ${IN_STEPS} stretch, min(seq) as from_seq, max(seq) as to_seq, count(*) as changes,
      cast(sum(first) as bigint) as operations, cast(sum(deleted) as bigint) as deleted
    from (
      select seq, (at + cast(${slice.offset} as bigint)) / cast(${slice.length} as bigint) as stretch,
        case when first_seq is null or first_seq = seq then 1 else 0 end as first,
        case when op = 'delete' then 1 else 0 end as deleted
      from change
      where root_id = ${rootId} and ${where} and op not in ('lock', 'unlock')
      order by ${orderBy('desc')} limit ${limit}
    ) as newest group by stretch order by stretch desc`.execute(db)
  return rows
}

export type Done = Pick<ChangeRow, 'seq' | 'op' | 'kind' | 'name' | 'person_id' | 'machine_id'> & {
  at: Instant
}

/** The newest changes of items between two numbers, newest first. */
export async function listDone(
  db: Db,
  rootId: RootId,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<Done[]> {
  const { rows } = await sql<Done>`
    select seq, op, kind, name, person_id, machine_id, at from change
    where root_id = ${rootId} and seq >= ${from} and seq <= ${to}
    order by seq desc limit ${limit}`.execute(db)
  return rows
}
