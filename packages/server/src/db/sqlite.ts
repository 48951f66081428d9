import Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { ApiError } from '../errors.ts'
import { asTransaction, type Database, type Db, refuseInsideTransaction, type Tx } from './database.ts'
import type { Schema } from './schema.ts'

/** So many writes share one commit at most; more would only make the first of them wait. */
const MAX_BATCH = 256
const GIVE_UP_AFTER_MS = 30_000

export function openSqlite(file: string): Database {
  const writer = open(file)
  const reader = open(file, { readonly: true })
  const read = kyselyOn(new Connection(reader))
  const writes = new WriteQueue(writer)
  return {
    dialect: 'sqlite',
    get read() {
      refuseInsideTransaction('read')
      return read
    },
    write(work) {
      refuseInsideTransaction('write')
      return writes.add(work)
    },
    async close() {
      await writes.idle()
      reader.close()
      writer.close()
    },
  }
}

function open(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  // Waiting for another process happens in the write queue, where it does not hold up this one.
  const db = new Sqlite(file, { ...options, timeout: options.readonly ? 5000 : 0 })
  if (!options.readonly) db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -32768')
  db.pragma('wal_autocheckpoint = 4000')
  return db
}

interface Waiting {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/**
 * Group commit: each write runs in its own savepoint, many share one transaction and one flush to disk, and
 * only after that flush does any of their callers hear back.
 */
class WriteQueue {
  readonly #db: Sqlite.Database
  readonly #connection: Connection
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(db: Sqlite.Database) {
    this.#db = db
    this.#connection = new Connection(db)
  }

  add<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Lets all requests that have already arrived join this commit.
      await new Promise((resume) => setImmediate(resume))
      const batch = this.#waiting.splice(0, MAX_BATCH)
      try {
        await this.#begin()
        const answers: (() => void)[] = []
        for (const waiting of batch) answers.push(await this.#inSavepoint(waiting))
        this.#db.exec('COMMIT')
        for (const answer of answers) answer()
      } catch (error) {
        if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
        for (const waiting of batch) waiting.reject(error)
      }
    }
    this.#running = undefined
  }

  /** Waits for other processes without blocking this one. */
  async #begin(): Promise<void> {
    for (let waited = 0; ; ) {
      try {
        this.#db.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (waited > GIVE_UP_AFTER_MS) throw new ApiError('temporarily_unavailable')
      }
      const pause = Math.min(1 + waited / 10, 20)
      waited += pause
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }

  async #inSavepoint({ work, resolve, reject }: Waiting): Promise<() => void> {
    let open = true
    const tx = kyselyOn(this.#connection, () => {
      if (!open) throw new Error('A transaction was used after it had ended')
    }) as Tx
    this.#db.exec('SAVEPOINT one')
    try {
      const value = await asTransaction(() => work(tx))
      this.#db.exec('RELEASE one')
      return () => resolve(value)
    } catch (error) {
      this.#db.exec('ROLLBACK TO one')
      this.#db.exec('RELEASE one')
      return () => reject(error)
    } finally {
      open = false
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** Runs compiled queries on a better-sqlite3 handle, keeping prepared statements by their text. */
class Connection implements DatabaseConnection {
  readonly #db: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement>()

  constructor(db: Sqlite.Database) {
    this.#db = db
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement that is being iterated cannot be shared, so this one is not kept.
    for (const row of this.#db.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }

  #prepare(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql)
    if (!statement) {
      if (this.#statements.size >= 1000) this.#statements.clear()
      statement = this.#db.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

const compiler = new SqliteQueryCompiler()
const adapter = new SqliteAdapter()
const unusedDriver: Driver = {
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
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => unusedDriver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => compiler,
}

/** A Kysely on one connection, without Kysely's own mutex: better-sqlite3 is synchronous. */
function kyselyOn(connection: Connection, check = () => {}): Db {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: async (consumer) => {
      check()
      return consumer(connection)
    },
  })
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: unusedDriver, executor })
}
