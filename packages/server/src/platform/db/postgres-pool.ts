import { MINUTE_MS } from '@holdfast/api/time'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { PostgresLimits } from '../config/limits.ts'
import { asOutage, isBroken, notConnected, PostgresClient } from './postgres-client.ts'
import { checkStatement } from './statements.ts'

const CONNECTIONS = 16
/** Statements kept prepared on each connection; texts beyond that run unprepared. */
const MAX_PREPARED = 500
/** Begins a transaction whose statements may take any time. */
export const TAKE_YOUR_TIME = 'set local statement_timeout = 0'
const LONG_MS = 10 * MINUTE_MS
/** From here on statements of the transaction may take long: they look at much, but a database that is gone is noticed. */
export const TAKE_LONG = `set local statement_timeout = ${LONG_MS}`
const ENDS: ReadonlySet<unknown> = new Set(['commit', 'rollback'])

export interface Connections {
  pool: pg.Pool
  /** The same for Kysely: statements are prepared, and what the database does not do in time is an Outage. */
  prepared: PostgresPool
  /** Ends connections that have not ended by a goodbye. */
  destroy(): void
}

export function openConnections(
  url: string,
  limits: PostgresLimits,
  onIdleError: (error: Error) => void,
): Connections {
  const open = new Set<PostgresClient>()
  class Client extends PostgresClient {
    constructor(config?: pg.ClientConfig) {
      super(config, limits)
      open.add(this)
      this.once('end', () => open.delete(this))
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: limits.acquire,
    idleTimeoutMillis: MINUTE_MS,
    types: { getTypeParser },
    Client,
  })
  // An idle connection that breaks (a restarted server) must not end the process; the next query reconnects.
  pool.on('error', onIdleError)
  const destroy = () => {
    for (const client of open) client.destroy()
  }
  return { pool, prepared: preparing(pool, limits), destroy }
}

/** bigint, and what sums of it are: all of ours fit a JavaScript number. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const getTypeParser = ((oid, format) =>
  NUMBERS.has(oid) && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

/** A prepared `select *` of a table that has got new columns since. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Names each statement text, so that PostgreSQL parses and plans it once per connection. */
function preparing(pool: pg.Pool, limits: PostgresLimits): PostgresPool {
  const names = new StatementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const asked = new Set<Promise<pg.PoolClient>>()
  // PostgreSQL itself is quicker to end a statement: who gets no answer even then has nobody to talk to.
  const query_timeout = limits.statement && limits.statement + limits.silence
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let broken = false
    let patience = query_timeout
    return {
      query: async (text: unknown, values?: readonly unknown[]) => {
        checkStatement(text as string)
        if (text === TAKE_YOUR_TIME) patience = 0
        else if (text === TAKE_LONG) patience = LONG_MS + limits.silence
        else if (ENDS.has(text)) patience = query_timeout
        const name = values?.length ? names.of(text as string) : undefined
        try {
          const query = { ...(name && { name }), ...(patience && { query_timeout: patience }), text, values }
          // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot express a query with an optional name
          return (await client.query(query as any)) as any
        } catch (error) {
          if (isOutdatedPlan(error)) names.renew()
          if (isBroken(error)) {
            // Not later: a rollback would wait behind the statement that got no answer.
            broken = true
            ;(client as unknown as PostgresClient).destroy()
          }
          throw asOutage(error)
        }
      },
      release: (destroy?: boolean) => client.release(destroy || broken),
    } as PostgresPoolClient
  }
  return {
    async connect() {
      const coming = pool.connect().catch((error) => {
        throw notConnected(error)
      })
      asked.add(coming)
      const client = await coming.finally(() => asked.delete(coming))
      let wrapped = clients.get(client)
      if (!wrapped) {
        wrapped = wrap(client)
        clients.set(client, wrapped)
      }
      return wrapped
    },
    async end() {
      // Callers that still wait for a connection when the pool ends would wait forever.
      await Promise.allSettled(asked)
      await pool.end()
    },
    options: pool.options,
  }
}

class StatementNames {
  readonly #names = new Map<string, string>()
  #count = 0

  of(sql: string): string | undefined {
    let name = this.#names.get(sql)
    if (!name && this.#names.size < MAX_PREPARED) {
      name = `q${++this.#count}`
      this.#names.set(sql, name)
    }
    return name
  }

  /** Never a name twice: connections still know the old ones. */
  renew(): void {
    this.#names.clear()
  }
}
