import Sqlite from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import { ApiError } from '../../errors.ts'
import { paceAsking } from '../basics/asking.ts'
import { Outage } from '../basics/outage.ts'
import type { Database, Db, Topic, Tx } from './database.ts'
import { DatabaseFigures } from './figures.ts'
import { heldKeys, type KeyHolder, shareKeys } from './keys.ts'
import { Listeners } from './news.ts'
import { refuseIfDamaged, startQuickCheck, wasLeftOpen } from './quick-check.ts'
import { carrying } from './slots.ts'
import { SQLITE } from './sqlite-compiler.ts'
import { sqliteSnapshot } from './sqlite-snapshot.ts'
import { checkStatement } from './statements.ts'
import { DirectExecutor, kyselyOn, refuseInsideTransaction, runInTransaction } from './transaction.ts'
import { Turns } from './turns.ts'
import { WriteGate } from './write-gate.ts'

/** So many writes share one commit at most; more would only make the first of them wait. */
const MAX_BATCH = 256
const GIVE_UP_AFTER_MS = 30_000
const READER_TIMEOUT_MS = 5000

/** Several processes may have one file open. `damaged` hears what a check finds, which follows an end without a close. */
export async function openSqlite(file: string, damaged?: (problems: string[]) => void): Promise<Database> {
  const leftOpen = wasLeftOpen(file)
  const writer = await openWriter(file)
  const reader = openReader(file)
  const turns = new Turns()
  const readOn = (handle: Sqlite.Database): Db => readerOn(handle, turns)
  const read: Db = carrying(readOn(reader))
  const holder: KeyHolder = {}
  shareKeys(read, holder)
  const listeners = new Listeners()
  const figures = new DatabaseFigures()
  const gate = new WriteGate()
  const writes = new WriteQueue(writer, turns, { listeners, holder, figures })
  const stopCheck = leftOpen && damaged ? startQuickCheck(file, damaged) : () => {}
  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    refuseInsideTransaction('write')
    refuseIfDamaged(file)
    gate.check()
    return figures.during(writes.add(work)).catch(explain)
  }
  return {
    dialect: 'sqlite',
    figures,
    get read() {
      refuseInsideTransaction('read')
      return read
    },
    write,
    writePatiently: write,
    snapshot: (work) => sqliteSnapshot(file, readOn, work),
    listen: (hear) => listeners.add(hear),
    refuseWrites: (by, why) => gate.shut(by, why),
    unlock(keys) {
      holder.keys = keys
    },
    get keys() {
      return heldKeys(holder)
    },
    async close() {
      stopCheck()
      await writes.idle()
      reader.close()
      writer.close()
    },
  }
}

function readerOn(handle: Sqlite.Database, turns: Turns): Db {
  const reading = new Connection(handle, turns)
  // Without Kysely's mutex: better-sqlite3 is synchronous.
  const readNow = <R>(query: CompiledQuery) => reading.execute<R>(query).catch(explain)
  const readOne = async <R>(query: CompiledQuery) => {
    const turn = turns.next()
    if (turn) await turn
    const pace = paceAsking()
    return pace ? pace.read(() => readNow<R>(query)) : readNow<R>(query)
  }
  return kyselyOn(SQLITE, new DirectExecutor(SQLITE, readOne))
}

async function openWriter(file: string): Promise<Sqlite.Database> {
  // SQLite's own waiting would hold up the whole process: see `whenFree`.
  const db = new Sqlite(file, { timeout: 0 })
  try {
    // Needs the file for itself for a moment, when it is new or was not closed.
    await whenFree(() => db.pragma('journal_mode = WAL'))
    await whenFree(() => configure(db))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openReader(file: string): Sqlite.Database {
  // In WAL mode a reader waits only while a file that was not closed is being recovered.
  const db = new Sqlite(file, { readonly: true, timeout: READER_TIMEOUT_MS })
  configure(db)
  return db
}

function configure(db: Sqlite.Database): void {
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -32768')
  db.pragma('wal_autocheckpoint = 4000')
}

/** Tries until no other process has the file locked, without blocking this one. */
async function whenFree<T>(attempt: () => T): Promise<T> {
  for (let waited = 0; ; ) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (waited > GIVE_UP_AFTER_MS) throw new ApiError('temporarily_unavailable')
    }
    const pause = Math.min(1 + waited / 10, 20)
    waited += pause
    await new Promise((resume) => setTimeout(resume, pause))
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')

const NOT_WORKING = /^SQLITE_(IOERR|CANTOPEN|READONLY)/

/** Which mistakes are ours and which the disk's. */
function explain(error: unknown): never {
  const code = error instanceof Sqlite.SqliteError ? error.code : ''
  if (code === 'SQLITE_FULL') throw new Outage('database_full', error)
  throw NOT_WORKING.test(code) ? new Outage('database', error) : error
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
  readonly #turns: Turns
  readonly #connection: Connection
  readonly #listeners: Listeners
  readonly #keys: KeyHolder
  readonly #figures: DatabaseFigures
  readonly #savepoint: Sqlite.Statement
  readonly #release: Sqlite.Statement
  #waiting: Waiting[] = []
  #ended: { by: unknown } | undefined
  #running: Promise<void> | undefined

  constructor(
    db: Sqlite.Database,
    turns: Turns,
    { listeners, holder, figures }: { listeners: Listeners; holder: KeyHolder; figures: DatabaseFigures },
  ) {
    this.#db = db
    this.#turns = turns
    this.#figures = figures
    this.#listeners = listeners
    this.#keys = holder
    this.#connection = new Connection(db, turns)
    this.#savepoint = db.prepare('SAVEPOINT one')
    this.#release = db.prepare('RELEASE one')
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
      try {
        await whenFree(() => this.#db.exec('BEGIN IMMEDIATE'))
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error)
        continue
      }
      await this.#commit(this.#waiting.splice(0, MAX_BATCH))
    }
    this.#running = undefined
  }

  /**
   * Others have a turn in the middle of a transaction, too. It stays alone: nobody else uses this handle before it has ended,
   * and readers have one of their own, which shows them what was committed before.
   */
  async #execute<R>(query: CompiledQuery, check: () => void): Promise<QueryResult<R>> {
    const turn = this.#turns.next()
    if (turn) {
      await turn
      check()
    }
    // A full disk, among others, makes SQLite roll back by itself; what follows would be committed alone.
    if (this.#ended) throw this.#ended.by
    try {
      return await this.#connection.execute(query)
    } catch (error) {
      if (!this.#db.inTransaction) this.#ended = { by: error }
      throw error
    }
  }

  async #commit(batch: Waiting[]): Promise<void> {
    this.#ended = undefined
    try {
      const answers: (() => void)[] = []
      const news = new Set<Topic>()
      for (const waiting of batch) answers.push(await this.#inSavepoint(waiting, news))
      this.#db.exec('COMMIT')
      this.#figures.perFlush.note(batch.length)
      for (const answer of answers) answer()
      this.#listeners.tell([...news])
    } catch (error) {
      for (const { reject } of batch) reject(error)
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    }
  }

  async #inSavepoint({ work, resolve, reject }: Waiting, news: Set<Topic>): Promise<() => void> {
    this.#savepoint.run()
    try {
      const { value, news: own } = await runInTransaction(
        { dialect: SQLITE, keys: this.#keys, run: (query, check) => this.#execute(query, check) },
        work,
      )
      this.#release.run()
      for (const topic of own) news.add(topic)
      return () => resolve(value)
    } catch (error) {
      // What SQLite has rolled back by itself took the others of this batch with it.
      if (!this.#db.inTransaction) throw error
      this.#db.exec('ROLLBACK TO one')
      this.#release.run()
      return () => reject(error)
    }
  }
}

/** Runs compiled queries on a better-sqlite3 handle, keeping prepared statements by their text. */
class Connection {
  readonly #db: Sqlite.Database
  readonly #turns: Turns
  readonly #statements = new Map<string, { statement: Sqlite.Statement; returnsRows: boolean }>()

  constructor(db: Sqlite.Database, turns: Turns) {
    this.#db = db
    this.#turns = turns
  }

  async execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(sql)
    return this.#turns.count(() =>
      returnsRows
        ? { rows: statement.all(parameters) as R[] }
        : { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) },
    )
  }

  #prepare(sql: string) {
    let known = this.#statements.get(sql)
    if (!known) {
      if (this.#statements.size >= 1000) this.#statements.clear()
      checkStatement(sql, (beside, values) => this.#db.prepare(beside).all(values))
      const statement = this.#db.prepare(sql)
      // Kept, since asking a statement takes as long as running a simple one.
      known = { statement, returnsRows: statement.reader }
      this.#statements.set(sql, known)
    }
    return known
  }
}
