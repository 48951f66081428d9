import type { JobId } from '@holdfast/api/ids'
import type { SystemJobState } from '@holdfast/api/oversight/system-jobs'
import type { Instant } from '@holdfast/api/time'
import type { Db, Tx } from '../db/database.ts'
import type { JobRow } from './queries.ts'

/** Not what is to be done: that is sealed. */
const COLUMNS = [
  'id',
  'kind',
  'lane',
  'created_at',
  'due_at',
  'attempts',
  'lease',
  'last_error',
  'given_up_at',
] as const
export type ShownJob = Omit<JobRow, 'payload'>

/** One that waited for its time has an error that says for what, and no attempt. */
export function stateOf({ given_up_at, lease, last_error, attempts }: ShownJob): SystemJobState {
  if (given_up_at !== null) return 'given_up'
  if (lease !== null) return 'running'
  return last_error !== null && attempts > 0 ? 'failing' : 'waiting'
}

/** The rows of a state, by an index of their own; those that wait are nearly all others. */
const jobsIn = (db: Db, state: SystemJobState) => {
  const jobs = db.selectFrom('job')
  switch (state) {
    case 'given_up':
      return jobs.where('given_up_at', 'is not', null)
    case 'running':
      return jobs.where('lease', 'is not', null).where('given_up_at', 'is', null)
    case 'failing':
      return jobs
        .where('last_error', 'is not', null)
        .where('attempts', '>', 0)
        .where('lease', 'is', null)
        .where('given_up_at', 'is', null)
    case 'waiting':
      return jobs
        .where(({ or, eb }) => or([eb('last_error', 'is', null), eb('attempts', '=', 0)]))
        .where('lease', 'is', null)
        .where('given_up_at', 'is', null)
  }
}

export const listJobsIn = (
  db: Db,
  state: SystemJobState,
  after: number,
  limit: number,
): Promise<ShownJob[]> =>
  jobsIn(db, state)
    .select(COLUMNS)
    .where('id', '>', after as JobId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Up to so many. */
export async function countJobsIn(db: Db, state: SystemJobState, most: number): Promise<number> {
  const { jobs } = await db
    .selectFrom(jobsIn(db, state).select('id').limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('jobs'))
    .executeTakeFirstOrThrow()
  return Number(jobs)
}

export const findShownJob = (db: Db, id: JobId): Promise<ShownJob | undefined> =>
  db.selectFrom('job').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** From the beginning. False while somebody works on it. */
export async function renewJob(tx: Tx, id: JobId, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ due_at: at, attempts: 0, given_up_at: null })
    .where('id', '=', id)
    .where('lease', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False while somebody works on it. */
export async function deleteIdleJob(tx: Tx, id: JobId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', '=', id)
    .where('lease', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Mails on their lanes, up to so many: how many wait and since when, and how many nobody tries any more. */
export async function countMails(
  db: Db,
  most: number,
): Promise<{ waiting: number; oldest: Instant | null; givenUp: number }> {
  const waiting = await db
    .selectFrom(
      db
        .selectFrom('job')
        .select('created_at')
        .where('kind', '=', 'send_mail')
        // Its own lanes and those of organizations; a letter after the name is no lane of mails.
        .where('lane', '>=', 'send_mail')
        .where('lane', '<', 'send_mail!')
        .where('given_up_at', 'is', null)
        .limit(most)
        .as('some'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('jobs'), fn.min<Instant | null>('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const given = await db
    .selectFrom(
      db
        .selectFrom('job')
        .select('id')
        .where('kind', '=', 'send_mail')
        .where('given_up_at', 'is not', null)
        .limit(most)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('jobs'))
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting.jobs), oldest: waiting.oldest, givenUp: Number(given.jobs) }
}

/** When something that comes round by itself is due next. */
export async function findNextAt(db: Db, kind: string): Promise<Instant | undefined> {
  const row = await db.selectFrom('schedule').select('next_at').where('kind', '=', kind).executeTakeFirst()
  return row?.next_at
}
