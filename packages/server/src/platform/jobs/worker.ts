import { HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../context.ts'
import { enqueue, type JobHandlers, type JobKind, SCHEDULE } from './jobs.ts'
import {
  advanceSchedule,
  claimJob,
  extendLease,
  finishJob,
  hasDueWork,
  insertSchedule,
  isQueued,
  type JobRow,
  postponeJob,
} from './queries.ts'

const LEASE_MS = MINUTE_MS
const POLL_MS = 1000
const MAX_ATTEMPTS = 12
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 6 * HOUR_MS
const SCHEDULED = SCHEDULE.map(({ kind }) => kind)

export interface JobWorker {
  /** Runs what is due now, one after another; for the timer, and for tests that moved the clock. */
  runDue(): Promise<void>
  /** Waits for the job that is running; takes no other. */
  stop(): Promise<void>
}

/** Starts looking for due jobs every second. Whoever starts it says what each kind of job does. */
export function startJobWorker(ctx: Ctx, handlers: JobHandlers): JobWorker {
  let stopped = false
  let waiting = 0
  let running: Promise<void> = Promise.resolve()
  const runDue = () => {
    waiting++
    running = running
      // One failure, of the database perhaps, must not be the last time that jobs are looked for.
      .catch(() => {})
      .then(() => runAll(ctx, handlers, () => stopped))
      .finally(() => waiting--)
    return running
  }
  const timer = setInterval(() => {
    // A long job must not leave a queue of questions behind it.
    if (waiting === 0) runDue().catch((error) => ctx.log.error({ err: error }, 'looking for jobs failed'))
  }, POLL_MS)
  return {
    runDue,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running.catch(() => {})
    },
  }
}

/** Tells the database of schedules it does not know yet. Called once at start. */
export async function installSchedules(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    for (const { kind, everyMs } of SCHEDULE) await insertSchedule(tx, kind, now + everyMs)
  })
}

async function runAll(ctx: Ctx, handlers: JobHandlers, stopped: () => boolean): Promise<void> {
  while (!stopped() && (await hasDueWork(ctx.db.read, SCHEDULED, ctx.now()))) {
    await enqueueScheduled(ctx)
    const lease = ctx.random(12).toString('hex')
    const now = ctx.now()
    const job = await ctx.db.write((tx) => claimJob(tx, { lease, now, leasedUntil: now + LEASE_MS }))
    if (!job) return
    await runOne(ctx, handlers, job, lease)
  }
}

async function enqueueScheduled(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    // One that still waits, or keeps failing, does the work of this one too.
    for (const { kind, everyMs } of SCHEDULE)
      if ((await advanceSchedule(tx, kind, now, now + everyMs)) && !(await isQueued(tx, kind)))
        await enqueue(tx, kind, {}, now)
  })
}

async function runOne(ctx: Ctx, handlers: JobHandlers, row: JobRow, lease: string): Promise<void> {
  const job = { id: row.id, lease }
  // A job may take longer than its lease, as long as this server lives.
  const renewal = setInterval(() => {
    ctx.db
      .write((tx) => extendLease(tx, job, ctx.now() + LEASE_MS))
      .catch((error) => ctx.log.warn({ err: error, job: row.id }, 'a lease could not be renewed'))
  }, LEASE_MS / 3)
  try {
    await perform(ctx, handlers, row)
    await ctx.db.write((tx) => finishJob(tx, job))
  } catch (error) {
    await recordFailure(ctx, row, lease, error)
  } finally {
    clearInterval(renewal)
  }
}

async function perform<Kind extends JobKind>(ctx: Ctx, handlers: JobHandlers, row: JobRow): Promise<void> {
  // Only a job that stops its server comes back without a failure on record.
  if (row.attempts > MAX_ATTEMPTS)
    throw new Error(`Its server stopped during each of ${MAX_ATTEMPTS} attempts`)
  if (!Object.hasOwn(handlers, row.kind)) throw new Error(`No job is called ${row.kind}`)
  const handle: JobHandlers[Kind] = handlers[row.kind as Kind]
  await handle(ctx, JSON.parse(ctx.db.keys.open('job.payload', row.id, row.payload)))
}

/** Tries again after ever longer pauses, 34 hours in all; then keeps the job for an administrator to see. */
async function recordFailure(ctx: Ctx, row: JobRow, lease: string, error: unknown): Promise<void> {
  const now = ctx.now()
  const message = error instanceof Error ? error.message : String(error)
  const pause = Math.min(FIRST_PAUSE_MS * 4 ** (row.attempts - 1), LONGEST_PAUSE_MS)
  const givenUpAt = row.attempts >= MAX_ATTEMPTS ? now : null
  ctx.log.warn({ err: error, job: row.id, kind: row.kind, attempts: row.attempts }, 'a job failed')
  await ctx.db.write((tx) =>
    postponeJob(tx, { id: row.id, lease }, { dueAt: now + pause, error: message.slice(0, 1000), givenUpAt }),
  )
}
