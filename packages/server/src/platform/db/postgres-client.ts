import pg from 'pg'
import { Outage } from '../basics/outage.ts'
import type { PostgresLimits } from '../config/limits.ts'

export const POSTGRES_LIMITS: PostgresLimits = {
  connect: 5000,
  acquire: 10_000,
  statement: 30_000,
  silence: 3000,
  lock: 10_000,
  heartbeat: 10_000,
  close: 5000,
}

/** For the command line, where someone waits for what takes its time and can interrupt it. */
export const PATIENT_LIMITS: Partial<PostgresLimits> = { acquire: 0, statement: 0, lock: 0 }

/** A connection that no fault of the other side can end the process by. */
export class PostgresClient extends pg.Client {
  constructor(config: pg.ClientConfig | undefined, limits: PostgresLimits) {
    super({
      ...config,
      connectionTimeoutMillis: limits.connect,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      // A process that hangs in the middle of a transaction must not hold up the others.
      idle_in_transaction_session_timeout: limits.statement,
    })
    // From its birth: PostgreSQL may greet and say goodbye in one packet, before anybody else could listen. A query under
    // way is rejected, and the pool parts with it.
    this.on('error', () => {})
  }

  /** At once, without a goodbye that the other side might never take. */
  destroy(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
  }
}

/** Out of order, without resources, starting, stopping, a standby by now, or unable to read its files. */
const GONE = /^(08|53|57P|58|25006|25P03)/
/** A statement or a lock took too long. */
const BUSY = new Set(['57014', '55P03'])
const DISK_FULL = '53100'
/** A message that PostgreSQL does not understand is a mistake of ours. */
const NOT_UNDERSTOOD = '08P01'

/** What an error of a statement says about the database, if it does; anything else says something about the statement. */
export function asOutage(error: unknown): unknown {
  if (error instanceof Outage || error instanceof TypeError || error instanceof RangeError) return error
  if (!(error instanceof pg.DatabaseError)) return new Outage('database', error)
  const code = error.code ?? ''
  if (code === DISK_FULL) return new Outage('database_full', error)
  if (BUSY.has(code)) return new Outage('database_busy', error)
  return GONE.test(code) && code !== NOT_UNDERSTOOD ? new Outage('database', error) : error
}

/** Whether a connection has no future after this error. */
export const isBroken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.severity === 'FATAL' || error.severity === 'PANIC'
    : !(error instanceof TypeError || error instanceof RangeError)

/** That no connection came free in time. Any other failure to get one means that the database is out of reach. */
export const notConnected = (error: unknown): Outage =>
  new Outage(
    error instanceof Error && error.message === 'timeout exceeded when trying to connect'
      ? 'database_busy'
      : 'database',
    error,
  )
