import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { asTransaction, type Database, refuseInsideTransaction, type Tx } from './database.ts'
import type { Schema } from './schema.ts'

const ATTEMPTS = 8
const BIGINT = 20
/** Statements kept prepared on each connection; texts beyond that run unprepared. */
const MAX_PREPARED = 500

export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    types: { getTypeParser },
  })
  // An idle connection that breaks (a restarted server) must not end the process; the next query reconnects.
  pool.on('error', onIdleError)
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  return {
    dialect: 'postgres',
    get read() {
      refuseInsideTransaction('read')
      return read
    },
    async write(work) {
      refuseInsideTransaction('write')
      for (let attempt = 1; ; attempt++) {
        try {
          return await read.transaction().execute((tx) => asTransaction(() => work(tx as unknown as Tx)))
        } catch (error) {
          if (attempt === ATTEMPTS || !wantsRetry(error)) throw error
          await new Promise((resume) => setTimeout(resume, 2 ** attempt))
        }
      }
    },
    close: () => read.destroy(),
  }
}

/** Ids and sizes are bigint in the database; all of ours fit a JavaScript number. */
const getTypeParser = ((oid, format) =>
  oid === BIGINT && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

/** Serialization failure or deadlock: the transaction did nothing and may run again. */
const wantsRetry = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** Names each statement text, so that PostgreSQL parses and plans it once per connection. */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const nameOf = (sql: string): string | undefined => {
    let name = names.get(sql)
    if (!name && names.size < MAX_PREPARED) {
      name = `q${names.size}`
      names.set(sql, name)
    }
    return name
  }
  const wrap = (client: pg.PoolClient): PostgresPoolClient => ({
    query: (sql: unknown, parameters?: readonly unknown[]) => {
      const name = parameters?.length ? nameOf(sql as string) : undefined
      // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot express a query with an optional name
      return client.query({ ...(name && { name }), text: sql, values: parameters } as any) as any
    },
    release: () => client.release(),
  })
  return {
    async connect() {
      const client = await pool.connect()
      let wrapped = clients.get(client)
      if (!wrapped) {
        wrapped = wrap(client)
        clients.set(client, wrapped)
      }
      return wrapped
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
