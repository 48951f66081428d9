import { MINUTE_MS } from '@holdfast/api/time'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Database, Tx } from './database.ts'
import { heldKeys, type KeyHolder, shareKeys } from './keys.ts'
import { PostgresNews } from './postgres-news.ts'
import type { Schema } from './schema.ts'
import { checkStatement } from './statements.ts'
import { type Done, type OpenTransaction, refuseInsideTransaction, runInTransaction } from './transaction.ts'

const ATTEMPTS = 8
/** Statements kept prepared on each connection; texts beyond that run unprepared. */
const MAX_PREPARED = 500

export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: MINUTE_MS,
    types: { getTypeParser },
  })
  // An idle connection that breaks (a restarted server) must not end the process; the next query reconnects.
  pool.on('error', onIdleError)
  const dialect = new PostgresDialect({ pool: preparing(pool) })
  const read = new Kysely<Schema>({ dialect })
  const holder: KeyHolder = {}
  shareKeys(read, holder)
  const news = new PostgresNews(url, pool, onIdleError)
  const runOnce = <T>(work: (tx: Tx) => Promise<T>): Promise<Done<T>> =>
    read.transaction().execute((open) => {
      const connections = open.getExecutor()
      const run: OpenTransaction['run'] = (query, check) =>
        connections.provideConnection(async (connection) => {
          check()
          return connection.executeQuery(query)
        })
      return runInTransaction({ dialect, keys: holder, run }, work)
    })
  const run = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await retrying(() => runOnce(work))
    news.publish([...done.news])
    return done.value
  }
  const underWay = new Set<Promise<unknown>>()
  return {
    dialect: 'postgres',
    get read() {
      refuseInsideTransaction('read')
      return read
    },
    async write(work) {
      refuseInsideTransaction('write')
      const written = run(work)
      underWay.add(written)
      return written.finally(() => underWay.delete(written))
    },
    listen: (hear) => news.listen(hear),
    unlock(keys) {
      holder.keys = keys
    },
    get keys() {
      return heldKeys(holder)
    },
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await news.close()
      await read.destroy()
    },
  }
}

/** bigint, and what sums of it are: all of ours fit a JavaScript number. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const getTypeParser = ((oid, format) =>
  NUMBERS.has(oid) && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      if (n === ATTEMPTS || !wantsRetry(error)) throw error
      await new Promise((resume) => setTimeout(resume, 2 ** n))
    }
  }
}

/** Serialization failure, deadlock or outdated plan: the transaction did nothing and may run again. */
const wantsRetry = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '40001' || error.code === '40P01' || isOutdatedPlan(error))

/** A prepared `select *` of a table that has got new columns since. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Names each statement text, so that PostgreSQL parses and plans it once per connection. */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new StatementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const asked = new Set<Promise<pg.PoolClient>>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    // A query under way when the connection breaks is rejected; without this, the process would end as well.
    client.on('error', () => {})
    return {
      query: async (sql: unknown, parameters?: readonly unknown[]) => {
        checkStatement(sql as string)
        const name = parameters?.length ? names.of(sql as string) : undefined
        try {
          // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot express a query with an optional name
          return (await client.query({ ...(name && { name }), text: sql, values: parameters } as any)) as any
        } catch (error) {
          if (isOutdatedPlan(error)) names.renew()
          throw error
        }
      },
      release: (destroy?: boolean) => client.release(destroy),
    } as PostgresPoolClient
  }
  return {
    async connect() {
      const coming = pool.connect()
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
      // Whoever still waits for a connection when the pool ends would wait for ever.
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
