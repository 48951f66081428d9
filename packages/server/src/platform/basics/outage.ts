import type { Logger } from 'pino'
import { ApiError } from '../../errors.ts'

const FULL = {
  told: 'The service has no storage space left. Try again later.',
  retryAfter: 60,
  reason: 'storage_full',
} as const

/** Why something around the service makes it pause. `told` goes to the caller, `logged` to the operator of the service. */
const CAUSES = {
  database: {
    told: 'The service cannot reach its database. Try again shortly.',
    logged: 'the database does not answer',
    retryAfter: 5,
    reason: undefined,
  },
  database_busy: {
    told: 'The service is busy with other changes. Try again shortly.',
    logged: 'the database is busy',
    retryAfter: 2,
    reason: undefined,
  },
  database_full: { ...FULL, logged: 'the disk of the database is full' },
  database_damaged: {
    told: 'The database of the service is damaged, so nothing can be changed. An administrator must repair it.',
    logged: 'the database is damaged',
    retryAfter: 600,
    reason: 'database_damaged',
  },
  database_newer: {
    told: 'This server is older than its database and can no longer change anything. Try again shortly.',
    logged: 'the database was changed by a newer version',
    retryAfter: 30,
    reason: 'server_outdated',
  },
  blobs: {
    told: 'The service cannot reach its file storage. Try again shortly.',
    logged: 'the store of blobs does not answer',
    retryAfter: 5,
    reason: undefined,
  },
  blobs_full: { ...FULL, logged: 'the store of blobs is full' },
  disk: {
    told: 'The service cannot use its disk. Try again shortly.',
    logged: 'the disk of the data folder does not work',
    retryAfter: 5,
    reason: undefined,
  },
  disk_full: { ...FULL, logged: 'the disk of the data folder is full' },
} as const satisfies Record<string, CauseWords>

interface CauseWords {
  told: string
  logged: string
  /** Seconds. */
  retryAfter: number
  /** Goes out as `error_reason`. */
  reason: string | undefined
}

export type OutageCause = keyof typeof CAUSES

/**
 * Something outside of the service does not do its part; `cause` is what it said. Thrown by the adapters, which alone can
 * tell. Not an ApiError: nothing was decided about the request, so nobody may take it for a refusal and clean up after it.
 */
export class Outage extends Error {
  override name = 'Outage'
  readonly of: OutageCause

  constructor(of: OutageCause, cause: unknown) {
    super(CAUSES[of].logged, { cause })
    this.of = of
  }

  /** Nothing more can be stored until someone makes room. */
  get isFull(): boolean {
    return CAUSES[this.of].reason === FULL.reason
  }

  /** What the caller is told. */
  get told(): ApiError {
    const { told, reason, retryAfter } = CAUSES[this.of]
    const error = new ApiError('temporarily_unavailable', told, reason && { error_reason: reason })
    error.retryAfter = retryAfter
    return error
  }
}

/** The outage that an error is, or that it came from. */
export function outageOf(error: unknown): Outage | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if (one instanceof Outage) return one
  return undefined
}

const NO_ROOM = ['ENOSPC', 'EDQUOT']

/** The outage that an error of the file system is; none if the system had nothing to do with it. */
export function diskOutage(error: unknown, of: 'blobs' | 'disk'): Outage | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!code || !syscall) return undefined
  return new Outage(NO_ROOM.includes(code) ? `${of}_full` : of, error)
}

/** Whether nothing was decided: later the answer may be another. */
export const isPassing = (error: unknown): boolean =>
  outageOf(error) !== undefined || (error instanceof ApiError && error.code === 'temporarily_unavailable')

type FailureLog = Pick<Logger, 'error'>

const LINE_EVERY_MS = 1000

/** For each log, the causes that a line was written about just now, with how often they were met since. */
const met = new WeakMap<FailureLog, Map<OutageCause, number>>()

/**
 * Logs what failed. All that one outage makes fail is one line a second with a count: thousands of stacks would tell
 * nothing more, and hide what else there is.
 */
export function logFailure(
  log: FailureLog,
  error: unknown,
  what: string,
  about?: Record<string, unknown>,
): void {
  const outage = outageOf(error)
  if (outage) countOutage(log, outage)
  else log.error({ err: error, ...about }, what)
}

function countOutage(log: FailureLog, { of, cause }: Outage): void {
  const causes = met.get(log) ?? new Map<OutageCause, number>()
  met.set(log, causes)
  const count = causes.get(of)
  if (count !== undefined) {
    causes.set(of, count + 1)
    return
  }
  const why = cause instanceof Error ? cause.message : String(cause)
  const write = (failed: number) => log.error({ outage: of, failed, why }, CAUSES[of].logged)
  const goOn = () => {
    causes.set(of, 0)
    setTimeout(() => {
      const more = causes.get(of) ?? 0
      causes.delete(of)
      if (more === 0) return
      write(more)
      goOn()
    }, LINE_EVERY_MS).unref()
  }
  write(1)
  goOn()
}
