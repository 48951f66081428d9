import { HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import { logFailure } from '../basics/outage.ts'
import type { Ctx } from '../context.ts'
import { enqueue, type JobHandlers, type JobKind, LANES_AT_ONCE, NotYet, roadOf, SCHEDULE } from './jobs.ts'
import {
  advanceSchedule,
  claimJob,
  extendLease,
  finishJob,
  insertSchedule,
  isQueued,
  isScheduleDue,
  type JobRow,
  listDueLanes,
  postponeJob,
} from './queries.ts'

const LEASE_MS = MINUTE_MS
const POLL_MS = 1000
/** Then it is the turn of another lane. */
const IN_A_ROW = 20
const MAX_ATTEMPTS = 12
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 6 * HOUR_MS
/** A mail waits for a day at most when its organization has sent too many. */
const AHEAD = { wait: 24 * HOUR_MS, lease: LEASE_MS }

export interface JobWorker {
  /** Runs what is due now, one after another, until nothing is: for tests that moved the clock. */
  runDue(): Promise<void>
  /** Waits for the jobs that are running; takes no others. */
  stop(): Promise<void>
  /** The lanes that are being worked on. */
  readonly underWay: readonly string[]
}

/** Starts looking for due jobs every second. The caller says what each kind of job does. */
export function startJobWorker(ctx: Ctx, handlers: JobHandlers): JobWorker {
  const underWay = new Map<string, Promise<void>>()
  let stopped = false
  let looking = false
  let last = ''

  function run(lane: string): Promise<void> {
    const work = runLane(ctx, handlers, lane, () => stopped)
      .catch((error) => logFailure(ctx.log, error, 'taking a job failed', { lane }))
      .then(() => {
        underWay.delete(lane)
      })
    underWay.set(lane, work)
    return work
  }
  function hasRoom(lane: string): boolean {
    const road = roadOf(lane)
    const busy = [...underWay.keys()].filter((other) => roadOf(other) === road).length
    return !stopped && !underWay.has(lane) && busy < (LANES_AT_ONCE[road] ?? 1)
  }
  async function look(): Promise<void> {
    const lanes = await findDueLanes(ctx)
    // They take turns: the one after the last that was started is next.
    for (const lane of [...lanes.filter((one) => one > last), ...lanes.filter((one) => one <= last)])
      if (hasRoom(lane)) {
        last = lane
        void run(lane)
      }
  }
  const timer = setInterval(() => {
    // A slow database must not leave a queue of questions behind it.
    if (looking) return
    looking = true
    look()
      // One failure, of the database perhaps, must not be the last time that jobs are looked for.
      .catch((error) => logFailure(ctx.log, error, 'looking for jobs failed'))
      .finally(() => {
        looking = false
      })
  }, POLL_MS)
  return {
    async runDue() {
      while (!stopped) {
        const lanes = await findDueLanes(ctx)
        if (lanes.length === 0 && underWay.size === 0) return
        for (const lane of lanes) await (underWay.get(lane) ?? run(lane))
        await Promise.all(underWay.values())
      }
    },
    get underWay() {
      return [...underWay.keys()]
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all(underWay.values())
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

/** Where something is to be done. What is scheduled for now is queued first. */
async function findDueLanes(ctx: Ctx): Promise<string[]> {
  if (await isScheduleDue(ctx.db.read, SCHEDULE, ctx.now())) await enqueueScheduled(ctx)
  return listDueLanes(ctx.db.read, ctx.now(), AHEAD)
}

async function runLane(ctx: Ctx, handlers: JobHandlers, lane: string, stopped: () => boolean): Promise<void> {
  for (let n = 0; n < IN_A_ROW && !stopped(); n++) {
    const lease = ctx.random(12).toString('hex')
    const now = ctx.now()
    const job = await ctx.db.write((tx) => claimJob(tx, { lane, lease, now, ahead: AHEAD }))
    if (!job) return
    await runOne(ctx, handlers, job, lease)
  }
}

async function enqueueScheduled(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    // One that still waits, or keeps failing, does the work of this one too.
    for (const schedule of SCHEDULE)
      if ((await advanceSchedule(tx, schedule, now)) && !(await isQueued(tx, schedule.kind)))
        await enqueue(tx, schedule.kind, {}, now)
  })
}

async function runOne(ctx: Ctx, handlers: JobHandlers, row: JobRow, lease: string): Promise<void> {
  const job = { id: row.id, lease }
  // A job may take longer than its lease, as long as this server lives.
  const renewal = setInterval(() => {
    ctx.db
      .write((tx) => extendLease(tx, job, ctx.now() + LEASE_MS))
      .catch((error) => logFailure(ctx.log, error, 'a lease could not be renewed', { job: row.id }))
  }, LEASE_MS / 3)
  try {
    await perform(ctx, handlers, row)
    await ctx.db.write((tx) => finishJob(tx, job))
    ctx.log.debug({ job: row.id, kind: row.kind }, 'a job is done')
  } catch (error) {
    if (error instanceof NotYet) await wait(ctx, row, lease, error)
    else await recordFailure(ctx, row, lease, error)
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

const wait = (ctx: Ctx, { id, attempts }: JobRow, lease: string, { until, message }: NotYet): Promise<void> =>
  ctx.db.write((tx) =>
    postponeJob(tx, { id, lease }, { attempts: attempts - 1, dueAt: until, error: message, givenUpAt: null }),
  )

/** Tries again after ever longer pauses, 34 hours in all; then keeps the job for an administrator to see. */
async function recordFailure(ctx: Ctx, row: JobRow, lease: string, error: unknown): Promise<void> {
  const now = ctx.now()
  const message = error instanceof Error ? error.message : String(error)
  const pause = Math.min(FIRST_PAUSE_MS * 4 ** (row.attempts - 1), LONGEST_PAUSE_MS)
  const givenUpAt = row.attempts >= MAX_ATTEMPTS ? now : null
  ctx.figures.noteFailedJob(row.kind)
  ctx.log.warn({ err: error, job: row.id, kind: row.kind, attempts: row.attempts }, 'a job failed')
  await ctx.db.write((tx) =>
    postponeJob(
      tx,
      { id: row.id, lease },
      { attempts: row.attempts, dueAt: now + pause, error: message.slice(0, 1000), givenUpAt },
    ),
  )
}
