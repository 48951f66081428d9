import type { Instant } from '@holdfast/api/time'
import { VERSION } from '../../platform/installation/version.ts'
import type { JobCounts } from '../../platform/jobs/count-jobs.ts'
import type { Histogram } from '../../platform/metrics/histogram.ts'
import type { Metric, Sample } from '../../platform/metrics/metric.ts'
import type { InstallationBackup } from '../../records/installation-backup.ts'
import type { OpenContext } from '../opening/open-context.ts'

/** What the figures are read from, all at one moment. */
export interface Seen {
  ctx: OpenContext
  /** None while the database does not answer. */
  jobs?: JobCounts
  /** Nor where none is to be made. */
  backup?: InstallationBackup
  state: { ready: boolean; database: string; blobs: string }
  delay: Histogram
  certificateEndsAt: Instant
}

interface Definition extends Omit<Metric, 'samples' | 'bounds'> {
  read(seen: Seen): readonly Sample[]
  boundsOf?(seen: Seen): readonly number[]
}

type Spread = readonly [labels: string, Histogram]

type Read = (seen: Seen) => number | readonly Sample[]

const sampled =
  (read: Read) =>
  (seen: Seen): readonly Sample[] => {
    const given = read(seen)
    return typeof given === 'number' ? [{ labels: '', numbers: [given] }] : given
  }

const counter = (name: string, help: string, read: Read): Definition => ({
  name,
  help,
  type: 'counter',
  together: 'sum',
  read: sampled(read),
})

const gauge = (name: string, help: string, read: Read): Definition => ({
  ...counter(name, help, read),
  type: 'gauge',
})

/** What every process of the installation sees alike. */
const common = (name: string, help: string, read: Read): Definition => ({
  ...gauge(name, help, read),
  together: 'max',
})

const histogram = (name: string, help: string, read: (seen: Seen) => readonly Spread[]): Definition => ({
  ...counter(name, help, (seen) =>
    read(seen).map(([labels, { counts, sum }]) => ({ labels, numbers: [...counts, sum] })),
  ),
  type: 'histogram',
  boundsOf: (seen) => read(seen)[0]?.[1].bounds ?? [],
})

const by = (label: string, numbers: Iterable<readonly [value: string, number: number]>): Sample[] =>
  [...numbers].map(([value, number]) => ({ labels: `${label}="${value}"`, numbers: [number] }))

const waiting = (of: (job: { jobs: number; overdueMs: number }) => number) => (seen: Seen) =>
  by(
    'kind',
    [...(seen.jobs?.waiting ?? [])].map(([kind, job]) => [kind, of(job)]),
  )

/** In seconds since 1970, as is usual; nothing where it never was. */
const moment = (at: Instant): readonly Sample[] => (at === 0 ? [] : [{ labels: '', numbers: [at / 1000] }])

/** Every metric. Labels are words of the program: no ids, no paths, nobody's name. */
export const DEFINITIONS: readonly Definition[] = [
  common('holdfast_build_info', 'Always 1; the labels tell what runs.', () => [
    { labels: `version="${VERSION}",node="${process.versions.node}"`, numbers: [1] },
  ]),
  // The primary, which knows, tells more than 1: the largest counts.
  common('holdfast_processes', 'Server processes that should run on this machine.', () => 1),
  gauge('holdfast_processes_ready', 'Those of them that answer and can do their work.', ({ state }) =>
    Number(state.ready),
  ),
  counter(
    'holdfast_processes_replaced_total',
    'Server processes that ended or hung, and were replaced.',
    () =>
      by('reason', [
        ['ended', 0],
        ['hung', 0],
      ]),
  ),
  gauge('holdfast_processes_without', 'Those of them that get no answer from what they need.', ({ state }) =>
    by('dependency', [
      ['database', Number(state.database !== 'ok')],
      ['blobs', Number(state.blobs !== 'ok')],
    ]),
  ),
  counter(
    'holdfast_answers_total',
    'Requests that were answered, by operation and class of status.',
    ({ ctx }) =>
      [...ctx.figures.answers].flatMap(([operation, { byClass }]) =>
        byClass.flatMap((count, status) =>
          count > 0 ? [{ labels: `operation="${operation}",status="${status}xx"`, numbers: [count] }] : [],
        ),
      ),
  ),
  histogram('holdfast_answer_seconds', 'From the head of a request to the end of its answer.', ({ ctx }) =>
    [...ctx.figures.answers].map(([operation, { seconds }]) => [`operation="${operation}"`, seconds]),
  ),
  histogram('holdfast_event_loop_delay_seconds', 'How late a process got to what was due.', ({ delay }) => [
    ['', delay],
  ]),
  histogram(
    'holdfast_transaction_seconds',
    'Transactions that write, with waiting for their turn.',
    ({ ctx }) => [['', ctx.db.figures.transactions]],
  ),
  counter(
    'holdfast_transactions_undone_total',
    'Those of them that were refused or failed, and changed nothing.',
    ({ ctx }) => ctx.db.figures.undone,
  ),
  counter(
    'holdfast_transaction_retries_total',
    'How often one ran again because PostgreSQL asked for that.',
    ({ ctx }) => ctx.db.figures.retries,
  ),
  histogram(
    'holdfast_writes_per_flush',
    'How many transactions of SQLite one flush to disk was for.',
    ({ ctx }) => (ctx.db.dialect === 'sqlite' ? [['', ctx.db.figures.perFlush]] : []),
  ),
  counter(
    'holdfast_chunks_total',
    'Chunks of files that came in, were held already, or were read.',
    ({ ctx }) => by('what', content(ctx, 'chunks')),
  ),
  counter('holdfast_chunk_bytes_total', 'The bytes of these.', ({ ctx }) =>
    by('what', content(ctx, 'bytes')),
  ),
  gauge('holdfast_devices_connected', 'Devices with a line to this machine.', ({ ctx }) => ctx.devices.size),
  gauge('holdfast_listeners', 'Who waits for news: streams of events, and requests that wait.', ({ ctx }) =>
    by('kind', [
      ['stream', ctx.live.streams.total],
      ['poll', ctx.live.polls.total],
    ]),
  ),
  common(
    'holdfast_jobs_waiting',
    'Jobs in the queue, by kind.',
    waiting(({ jobs }) => jobs),
  ),
  common(
    'holdfast_job_overdue_seconds',
    'For how long the oldest of these could have been begun.',
    waiting(({ overdueMs }) => overdueMs / 1000),
  ),
  common(
    'holdfast_jobs_given_up',
    'Jobs that failed twelve times and are kept with their errors.',
    ({ jobs }) => (jobs ? jobs.givenUp : []),
  ),
  counter('holdfast_job_failures_total', 'Attempts at a job that failed.', ({ ctx }) =>
    by('kind', ctx.figures.failedJobs),
  ),
  common(
    'holdfast_sweep_timestamp_seconds',
    'When the sweep last came to its end, or rested after a restore, since the start.',
    ({ ctx }) => moment(ctx.content.figures.sweptAt),
  ),
  counter(
    'holdfast_blobs_swept_total',
    'Blobs that the sweep deleted.',
    ({ ctx }) => ctx.content.figures.swept,
  ),
  common(
    'holdfast_backup_timestamp_seconds',
    'When the newest backup began that is complete.',
    ({ backup }) => moment(backup?.complete_at ?? 0),
  ),
  common('holdfast_backup_failed', '1 when the last attempt at a backup failed.', ({ backup }) =>
    backup ? Number(backup.error !== null) : [],
  ),
  common('holdfast_certificate_end_timestamp_seconds', 'When the certificate in use ends.', (seen) =>
    moment(seen.certificateEndsAt),
  ),
  gauge('holdfast_memory_bytes', 'Memory of all processes.', () =>
    by(
      'kind',
      Object.entries(process.memoryUsage()).map(([kind, bytes]) => [words(kind), bytes]),
    ),
  ),
  counter('holdfast_cpu_seconds_total', 'Time on processors.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }),
]

export type ReplacedFor = 'ended' | 'hung'

/** What the primary of several processes knows beside what they tell. */
export function processMetrics(expected: number, replaced: Record<ReplacedFor, number>): Metric[] {
  const numbers: Record<string, readonly Sample[]> = {
    holdfast_processes: [{ labels: '', numbers: [expected] }],
    // So that it is there, as 0, when none of them answers.
    holdfast_processes_ready: [{ labels: '', numbers: [0] }],
    holdfast_processes_replaced_total: by('reason', Object.entries(replaced)),
  }
  return DEFINITIONS.flatMap(({ read, boundsOf, ...metric }) => {
    const samples = numbers[metric.name]
    return samples ? [{ ...metric, samples }] : []
  })
}

const content = (ctx: OpenContext, of: 'chunks' | 'bytes'): [string, number][] => {
  const { received, held, read } = ctx.content.figures
  return [
    ['received', received[of]],
    ['held_already', held[of]],
    ['read', read[of]],
  ]
}

/** `heapUsed` as `heap_used`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
