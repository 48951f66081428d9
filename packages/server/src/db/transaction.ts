import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, type Driver, Kysely, type QueryExecutor } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { Schema } from './schema.ts'

const inside = new AsyncLocalStorage<{ open: boolean }>()

/** A transaction inside a transaction would wait for itself for ever; say so instead. */
export function refuseInsideTransaction(what: 'read' | 'write'): void {
  if (inside.getStore()?.open)
    throw new Error(`db.${what} was used inside a transaction: pass the transaction (tx) on instead`)
}

/**
 * Runs `work` on the transaction that `executor` has open; whoever opened it ends it. Rejects when any
 * statement failed, also when `work` made light of that: PostgreSQL would not commit, so neither does SQLite.
 */
export async function runInTransaction<T>(
  { dialect, executor }: { dialect: Dialect; executor: QueryExecutor },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const state: { open: boolean; failure?: unknown } = { open: true }
  const guarded = executor.withConnectionProvider({
    provideConnection: (consumer, options) =>
      executor.provideConnection(async (connection) => {
        // Asked when the connection is free, so that what nobody waited for cannot slip in behind the commit.
        if (!state.open) throw new Error('A transaction was used after it had ended')
        try {
          return await consumer(connection)
        } catch (error) {
          state.failure ??= error
          throw error
        }
      }, options),
  })
  try {
    const value = await inside.run(state, () => work(kyselyOn(dialect, guarded) as Tx))
    if (state.failure !== undefined) throw state.failure
    return value
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
