import type { JobId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { latestFrom } from '../basics/clock-jumps.ts'
import type { Db, Tx } from '../db/database.ts'
import { keysOf } from '../db/keys.ts'
import { forUpdateSkipLocked, takeId } from '../db/locking.ts'
import type { Schema } from '../db/schema.ts'

export type JobRow = Selectable<Schema['job']>

export async function insertJob(
  tx: Tx,
  { kind, lane, payload }: { kind: string; lane: string; payload: string },
  at: Instant,
): Promise<void> {
  const id = await takeId(tx, 'job')
  const sealed = keysOf(tx).seal('job.payload', id, payload)
  await tx.insertInto('job').values({ id, kind, lane, payload: sealed, created_at: at, due_at: at }).execute()
}

export interface Scheduled {
  kind: string
  everyMs: number
}

/** Whether one of the schedules is due. Another version's schedules are for it to see to. */
export async function isScheduleDue(db: Db, schedules: readonly Scheduled[], now: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('schedule')
    .select('kind')
    .where(({ or }) => or(schedules.map((one) => scheduleIsDue(one, now))))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const scheduleIsDue = ({ kind, everyMs }: Scheduled, now: Instant) =>
  sql<boolean>`(kind = ${kind} and (next_at <= ${now} or next_at > ${latestFrom(now, everyMs)}))`

/** How far ahead jobs are put off, and leased. */
export interface Ahead {
  wait: number
  lease: number
}

const jobIsDue = (now: Instant, ahead: Ahead) =>
  sql<boolean>`(due_at <= ${now} or due_at > ${latestFrom(now, ahead.wait)}
    or (due_at > ${latestFrom(now, ahead.lease)} and lease is not null))`

/** The lanes with a job that is due: a step for each lane, however many wait in it. */
export async function listDueLanes(db: Db, now: Instant, ahead: Ahead): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    with recursive lanes(lane) as (
      select min(lane) from job where given_up_at is null
      union all
      select (select min(job.lane) from job where job.lane > lanes.lane and given_up_at is null)
        from lanes where lanes.lane is not null
    )
    select lane from lanes where exists
      (select 1 from job where job.lane = lanes.lane and ${jobIsDue(now, ahead)} and given_up_at is null)`.execute(
    db,
  )
  return rows.map(({ lane }) => lane)
}

/** Takes the job of a lane that has been due longest, by a lease: a server that dies lets go of it when that ends. */
export async function claimJob(
  tx: Tx,
  claim: { lane: string; lease: string; now: Instant; ahead: Ahead },
): Promise<JobRow | undefined> {
  const due = await forUpdateSkipLocked(
    tx
      .selectFrom('job')
      .select('id')
      .where('lane', '=', claim.lane)
      .where(jobIsDue(claim.now, claim.ahead))
      .where('given_up_at', 'is', null)
      .orderBy('due_at')
      .orderBy('id')
      .limit(1),
    tx,
  ).executeTakeFirst()
  if (!due) return undefined
  return tx
    .updateTable('job')
    .set({ lease: claim.lease, due_at: claim.now + claim.ahead.lease, attempts: sql`attempts + 1` })
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirst()
}

/** Only the holder of the lease may speak for the job: another server may have taken it over. */
const held = (job: { id: JobId; lease: string }) => ({ id: job.id, lease: job.lease })

export async function extendLease(tx: Tx, job: { id: JobId; lease: string }, until: Instant): Promise<void> {
  const { id, lease } = held(job)
  await tx.updateTable('job').set({ due_at: until }).where('id', '=', id).where('lease', '=', lease).execute()
}

export async function finishJob(tx: Tx, job: { id: JobId; lease: string }): Promise<void> {
  const { id, lease } = held(job)
  await tx.deleteFrom('job').where('id', '=', id).where('lease', '=', lease).execute()
}

/** Lets go of a job until it is due again. */
export async function postponeJob(
  tx: Tx,
  job: { id: JobId; lease: string },
  outcome: { attempts: number; dueAt: Instant; error: string; givenUpAt: Instant | null },
): Promise<void> {
  const { id, lease } = held(job)
  await tx
    .updateTable('job')
    .set({
      lease: null,
      attempts: outcome.attempts,
      due_at: outcome.dueAt,
      last_error: outcome.error,
      given_up_at: outcome.givenUpAt,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

export async function insertSchedule(tx: Tx, kind: string, nextAt: Instant): Promise<void> {
  await tx
    .insertInto('schedule')
    .values({ kind, next_at: nextAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** For the process that works on what is due: until then nobody else does. */
export async function moveSchedule(tx: Tx, kind: string, nextAt: Instant): Promise<void> {
  await tx.updateTable('schedule').set({ next_at: nextAt }).where('kind', '=', kind).execute()
}

export async function isQueued(tx: Db, kind: string): Promise<boolean> {
  const row = await tx
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where('given_up_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Moves a due schedule on, to its next time or another; true for the one server that did. */
export async function advanceSchedule(
  tx: Tx,
  schedule: Scheduled,
  now: Instant,
  nextAt = now + schedule.everyMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule')
    .set({ next_at: nextAt })
    .where(scheduleIsDue(schedule, now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type JobTrouble = Pick<JobRow, 'id' | 'kind' | 'created_at' | 'given_up_at'>

export const listGivenUp = (db: Db, limit: number): Promise<JobTrouble[]> =>
  db
    .selectFrom('job')
    .select(['id', 'kind', 'created_at', 'given_up_at'])
    .where('given_up_at', 'is not', null)
    .where('kind', '<>', 'send_mail')
    .orderBy('given_up_at')
    .limit(limit)
    .execute()

/** Mails from before a moment, in one lane or in any. */
export function listWaiting(
  db: Db,
  lane: string | undefined,
  before: Instant,
  limit: number,
): Promise<JobTrouble[]> {
  const mails = db
    .selectFrom('job')
    .select(['id', 'kind', 'created_at', 'given_up_at'])
    .where('kind', '=', 'send_mail')
    .where('created_at', '<=', before)
    .limit(limit)
  return (lane === undefined ? mails : mails.where('lane', '=', lane)).execute()
}

/** How many mails from before a moment each lane has, whether some of them are given up, and what went wrong with one. */
export const countMailsWaiting = (
  db: Db,
  before: Instant,
): Promise<
  { lane: string; jobs: number; oldest: Instant; given_up: Instant | null; error: string | null }[]
> =>
  db
    .selectFrom('job')
    .select(({ fn }) => [
      'lane',
      fn.countAll<number>().as('jobs'),
      fn.min('created_at').as('oldest'),
      fn.max('given_up_at').as('given_up'),
      fn.max('last_error').as('error'),
    ])
    .where('kind', '=', 'send_mail')
    .where('created_at', '<=', before)
    .groupBy('lane')
    .execute()

/** What each lane has waiting, and since when the first of it is due; one that is being done is due when its lease ends. */
export const countWaiting = (db: Db): Promise<{ lane: string; jobs: number; due_at: Instant }[]> =>
  db
    .selectFrom('job')
    .select(({ fn }) => ['lane', fn.countAll<number>().as('jobs'), fn.min('due_at').as('due_at')])
    .where('given_up_at', 'is', null)
    .groupBy('lane')
    .execute()

export async function countGivenUp(db: Db): Promise<number> {
  const { jobs } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('jobs'))
    .where('given_up_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return jobs
}
