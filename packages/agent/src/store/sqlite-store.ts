import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { EntryId } from '@holdfast/api/ids'
import type { LeftName } from '../core/left-names.ts'
import type { LocalId } from '../core/local-id.ts'
import type { Intent, Store, StoreChanges, Stored, TakenRules } from '../ports/store.ts'
import { columnsOfLink, columnsOfLocal, columnsOfRow } from './columns.ts'
import { openDatabase, type PutAside } from './open-database.ts'
import { STORE_SCHEMA } from './schema.ts'
import { SqliteChunks } from './sqlite-chunks.ts'
import { SqliteShelf } from './sqlite-shelf.ts'

/** What an agent knows of one root, in a file of its own. */
export class SqliteStore implements Store {
  /** What was there before and could not be used. */
  readonly aside: PutAside | undefined
  /** What large files consisted of. */
  readonly chunks: SqliteChunks
  readonly #db: DatabaseSync
  readonly #sets: { leftover: StoredSet; deselected: StoredSet; unread: StoredSet }
  readonly #putRow: Change
  readonly #putLink: Change
  readonly #putLocal: Change
  readonly #putIntent: Change
  readonly #putLeftName: Change
  readonly #putState: StatementSync

  /** Throws `StoreInUse` while another process has it open. */
  constructor(file: string) {
    const { db, aside } = openDatabase(file, STORE_SCHEMA)
    this.aside = aside
    this.#db = db
    this.#sets = {
      leftover: new StoredSet(db, 'leftover'),
      deselected: new StoredSet(db, 'deselected'),
      unread: new StoredSet(db, 'unread'),
    }
    this.chunks = new SqliteChunks(db)
    this.#putRow = new Change(db, 'remote', 'id', 11)
    this.#putLink = new Change(db, 'link', 'row_id', 12)
    this.#putLocal = new Change(db, 'local', 'id', 9)
    this.#putIntent = new Change(db, 'intent', 'op_id', 2)
    this.#putLeftName = new Change(db, 'left_name', 'place', 2)
    this.#putState = db.prepare('update state set epoch = ?, cursor = ?, op_count = ?, rules = ?')
  }

  async load(): Promise<Stored> {
    const { epoch, cursor, op_count, rules } = this.#db
      .prepare('select * from state')
      .get() as unknown as StateRow
    const intents = this.#db.prepare('select intent from intent').all()
    const leftNames = this.#db.prepare('select left_name from left_name').all()
    return {
      position: epoch === null || cursor === null ? undefined : { epoch, cursor },
      shelf: new SqliteShelf(this.#db),
      intents: intents.map(({ intent }) => JSON.parse(intent as string) as Intent),
      leftNames: leftNames.map(({ left_name }) => JSON.parse(left_name as string) as LeftName),
      leftovers: [...this.#sets.leftover.now] as LocalId[],
      deselected: [...this.#sets.deselected.now] as EntryId[],
      unread: [...this.#sets.unread.now] as EntryId[],
      opCount: op_count,
      rules: rules === null ? undefined : (JSON.parse(rules) as TakenRules),
    }
  }

  async commit(changes: StoreChanges): Promise<void> {
    this.#db.exec('begin immediate')
    try {
      this.#write(changes)
      this.#db.exec('commit')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      for (const set of Object.values(this.#sets)) set.read()
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }

  #write(changes: StoreChanges): void {
    const {
      position,
      rows,
      links,
      locals,
      intents,
      leftNames,
      leftovers,
      deselected,
      unread,
      opCount,
      rules,
    } = changes
    for (const [id, row] of rows) this.#putRow.make(id, row && columnsOfRow(row))
    for (const [id, link] of links) this.#putLink.make(id, link && columnsOfLink(link))
    for (const [id, entry] of locals) {
      this.#putLocal.make(id, entry && columnsOfLocal(entry))
      if (!entry) this.chunks.drop(id)
    }
    for (const [id, intent] of intents) this.#putIntent.make(id, intent && [id, JSON.stringify(intent)])
    for (const [place, left] of leftNames)
      this.#putLeftName.make(place, left && [place, JSON.stringify(left)])
    this.#sets.leftover.become(leftovers)
    this.#sets.deselected.become(deselected)
    this.#sets.unread.become(unread)
    const told = rules ? JSON.stringify(rules) : null
    this.#putState.run(position?.epoch ?? null, position?.cursor ?? null, opCount, told)
  }
}

interface StateRow {
  epoch: string | null
  cursor: string | null
  op_count: number
  rules: string | null
}

/** Puts and removes lines of a table. */
class Change {
  readonly #put: StatementSync
  readonly #remove: StatementSync

  constructor(db: DatabaseSync, table: string, key: string, columns: number) {
    this.#put = db.prepare(`insert or replace into ${table} values (${Array(columns).fill('?').join(', ')})`)
    this.#remove = db.prepare(`delete from ${table} where ${key} = ?`)
  }

  make(key: string | number, columns: SQLInputValue[] | undefined): void {
    if (columns) this.#put.run(...columns)
    else this.#remove.run(key)
  }
}

/** A set that is given as a whole every time, and of which only what is different is written. */
class StoredSet {
  now = new Set<string | number>()
  readonly #change: Change
  readonly #read: StatementSync

  constructor(db: DatabaseSync, table: string) {
    this.#change = new Change(db, table, 'id', 1)
    this.#read = db.prepare(`select id from ${table}`)
    this.read()
  }

  read(): void {
    this.now = new Set(this.#read.all().map(({ id }) => id as string | number))
  }

  become(wanted: readonly (string | number)[]): void {
    const next = new Set(wanted)
    for (const id of this.now) if (!next.has(id)) this.#change.make(id, undefined)
    for (const id of next) if (!this.now.has(id)) this.#change.make(id, [id])
    this.now = next
  }
}
