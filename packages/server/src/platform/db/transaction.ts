import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Db, Topic, Tx } from './database.ts'
import { type KeyHolder, shareKeys } from './keys.ts'
import { newsOf } from './news.ts'
import type { Schema } from './schema.ts'
import { carrying, joinAround, Slot, settle } from './slots.ts'
import { PLACES, type Places } from './wanted-rows.ts'

const inside = new AsyncLocalStorage<{ open: boolean }>()

/** A transaction inside a transaction would wait for itself for ever; say so instead. */
export function refuseInsideTransaction(what: 'read' | 'write'): void {
  if (inside.getStore()?.open)
    throw new Error(`db.${what} was used inside a transaction: pass the transaction (tx) on instead`)
}

type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** A transaction that is open, and how a statement is run in it. */
export interface OpenTransaction {
  dialect: Dialect
  keys: KeyHolder
  places?: Places
  /** Calls `check` again if the statement had to wait: what nobody waits for must not slip in behind the commit. */
  run: <R>(query: CompiledQuery, check: () => void) => Promise<QueryResult<R>>
}

const OPEN = new Slot<OpenTransaction | undefined>({ begin: (around) => around })

/** What `work` gave, and what is announced to listeners once the transaction is durable. */
export interface Done<T> {
  value: T
  news: ReadonlySet<Topic>
}

/**
 * Runs `work` in an open transaction and settles what that carries; the caller ends it. Rejects when any statement
 * failed, also when `work` made light of that: PostgreSQL would not commit, so neither does SQLite.
 */
export const runInTransaction = <T>(open: OpenTransaction, work: (tx: Tx) => Promise<T>): Promise<Done<T>> =>
  runIn(open, undefined, async (tx) => {
    OPEN.put(tx, open)
    PLACES.put(tx, open.places)
    shareKeys(tx, open.keys)
    const value = await work(tx)
    await settle(tx)
    return { value, news: newsOf(tx) }
  })

async function runIn<T>(
  { dialect, run }: OpenTransaction,
  around: Tx | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const state: { open: boolean; failure?: unknown } = { open: true }
  const check = () => {
    if (!state.open) throw new Error('A transaction was used after it had ended')
  }
  const executor = new DirectExecutor(dialect, async (query) => {
    check()
    try {
      return await run(query, check)
    } catch (error) {
      state.failure ??= error
      throw error
    }
  })
  const tx = carrying(kyselyOn(dialect, executor), around)
  try {
    const value = await inside.run(state, () => work(tx))
    if (state.failure !== undefined) throw state.failure
    return value
  } finally {
    state.open = false
  }
}

/**
 * Runs `work` within a transaction, with one of its own to talk to. When it throws, what it did is undone and the rest
 * can go on: after a refusal, that is. Any other failure may be one of the whole transaction, and is to be passed on.
 */
export async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const open = OPEN.of(tx)
  if (!open) throw new Error('Only what runs in a transaction can be attempted')
  const mark = (statement: string) => open.run(CompiledQuery.raw(statement), () => {})
  await mark('savepoint attempt')
  let done: { value: T; own: Tx }
  try {
    done = await runIn(open, tx, async (own) => ({ value: await work(own), own }))
  } catch (error) {
    await mark('rollback to savepoint attempt')
    await mark('release savepoint attempt')
    throw error
  }
  await mark('release savepoint attempt')
  joinAround(done.own)
  return done.value
}

/** Hands queries to `run`, without the detours of choosing a connection that Kysely makes by itself. */
export class DirectExecutor extends DefaultQueryExecutor {
  readonly #run: Run

  constructor(dialect: Dialect, run: Run) {
    const connection: DatabaseConnection = { executeQuery: run, streamQuery: refuseToStream }
    // For what Kysely makes of this one, such as one without plugins.
    const provideConnection: ConnectionProvider['provideConnection'] = (consumer) => consumer(connection)
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection })
    this.#run = run
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query)
  }

  /** It has none. Another executor would look for a connection. */
  override withoutPlugins(): this {
    return this
  }
}

function refuseToStream(): never {
  // A statement that is being read blocks the commit of its connection, and cleaning up the log of SQLite.
  throw new Error('Queries cannot be streamed: read page by page')
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
