import { AsyncLocalStorage } from 'node:async_hooks'
import { type ConnectionProvider, type Dialect, type Driver, Kysely, type QueryExecutor } from 'kysely'
import type { Db, Topic, Tx } from './database.ts'
import { newsOf } from './news.ts'
import type { Schema } from './schema.ts'

const inside = new AsyncLocalStorage<{ open: boolean }>()

/** A transaction inside a transaction would wait for itself for ever; say so instead. */
export function refuseInsideTransaction(what: 'read' | 'write'): void {
  if (inside.getStore()?.open)
    throw new Error(`db.${what} was used inside a transaction: pass the transaction (tx) on instead`)
}

/** A transaction that is open on the connection given by `connections`. */
export interface OpenTransaction {
  dialect: Dialect
  executor: QueryExecutor
  connections: ConnectionProvider
}

/** What `work` gave, and what is to be told to those who listen once the transaction is durable. */
export interface Done<T> {
  value: T
  news: ReadonlySet<Topic>
}

/**
 * Runs `work` in an open transaction; whoever opened it ends it. Rejects when any statement failed, also when
 * `work` made light of that: PostgreSQL would not commit, so neither does SQLite.
 */
export async function runInTransaction<T>(
  { dialect, executor, connections }: OpenTransaction,
  work: (tx: Tx) => Promise<T>,
): Promise<Done<T>> {
  const state: { open: boolean; failure?: unknown } = { open: true }
  const check = () => {
    if (!state.open) throw new Error('A transaction was used after it had ended')
  }
  const guarded: ConnectionProvider = {
    async provideConnection(consumer, options) {
      check()
      return connections.provideConnection(async (connection) => {
        // Again when the connection is free: what nobody waits for must not slip in behind the commit.
        check()
        try {
          return await consumer(connection)
        } catch (error) {
          state.failure ??= error
          throw error
        }
      }, options)
    },
  }
  const tx = kyselyOn(dialect, executor.withConnectionProvider(guarded)) as Tx
  try {
    const value = await inside.run(state, () => work(tx))
    if (state.failure !== undefined) throw state.failure
    return { value, news: newsOf(tx) }
  } finally {
    state.open = false
  }
}

/** A Kysely whose queries run on `executor` and nowhere else. */
export const kyselyOn = (dialect: Dialect, executor: QueryExecutor): Db =>
  new Kysely<Schema>({ config: { dialect }, dialect, driver: NO_DRIVER, executor })

const NO_DRIVER: Driver = {
  init: async () => {},
  acquireConnection: async () => {
    throw new Error('Transactions are opened by Database.write only')
  },
  beginTransaction: async () => {},
  commitTransaction: async () => {},
  rollbackTransaction: async () => {},
  releaseConnection: async () => {},
  destroy: async () => {},
}
