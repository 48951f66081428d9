import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { Kind, RemoteRow } from '../core/remote-tree.ts'
import type { Intent, KnownFile, Store, StoreChanges, Stored } from '../ports/store.ts'
import { openDatabase, type PutAside } from './open-database.ts'
import { STORE_SCHEMA } from './schema.ts'

/** What an agent knows of one root, in a file of its own. */
export class SqliteStore implements Store {
  /** What lay there before and could not be used. */
  readonly aside: PutAside | undefined
  readonly #db: DatabaseSync
  readonly #sets: { leftover: StoredSet; deselected: StoredSet; unread: StoredSet }
  readonly #putRow: Change
  readonly #putLink: Change
  readonly #putFile: Change
  readonly #putIntent: Change
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
    this.#putRow = new Change(db, 'remote', 'id', 11)
    this.#putLink = new Change(db, 'link', 'row_id', 10)
    this.#putFile = new Change(db, 'file', 'local_id', 3)
    this.#putIntent = new Change(db, 'intent', 'op_id', 2)
    this.#putState = db.prepare('update state set epoch = ?, cursor = ?, op_count = ?')
  }

  /** What it gives is read while it is walked through: have it all before the next `commit`. */
  async load(): Promise<Stored> {
    const { epoch, cursor, op_count } = this.#db.prepare('select * from state').get() as unknown as StateRow
    const texts = new Texts()
    return {
      position: epoch === null || cursor === null ? undefined : { epoch, cursor },
      rows: this.#all('remote', NO_NUMBER, (row) => texts.note(rowOf(row))),
      links: this.#all('link', NO_NUMBER, (row) => linkOf(row, texts)),
      files: this.#all('file', '', fileOf),
      intents: this.#all('intent', '', ([, text]) => JSON.parse(text as string) as Intent),
      leftovers: [...this.#sets.leftover.now] as LocalId[],
      deselected: [...this.#sets.deselected.now] as EntryId[],
      unread: [...this.#sets.unread.now] as EntryId[],
      opCount: op_count,
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

  #write({ position, rows, links, files, intents, leftovers, deselected, unread, opCount }: StoreChanges) {
    for (const [id, row] of rows) this.#putRow.make(id, row && columnsOfRow(row))
    for (const [id, link] of links) this.#putLink.make(id, link && columnsOfLink(link))
    for (const [id, file] of files) this.#putFile.make(id, file && [id, file.stamp, file.content])
    for (const [id, intent] of intents) this.#putIntent.make(id, intent && [id, JSON.stringify(intent)])
    this.#sets.leftover.become(leftovers)
    this.#sets.deselected.become(deselected)
    this.#sets.unread.become(unread)
    this.#putState.run(position?.epoch ?? null, position?.cursor ?? null, opCount)
  }

  /** A page at a time: the whole is in memory once only, as what it is turned into. */
  #all<T>(table: keyof typeof KEYS, first: string | number, read: (row: Columns) => T): Iterable<T> {
    const key = KEYS[table]
    const page = this.#db.prepare(`select * from ${table} where ${key} > ? order by ${key} limit ${PAGE}`)
    page.setReturnArrays(true)
    return {
      *[Symbol.iterator]() {
        for (let after: string | number | undefined = first; after !== undefined; ) {
          const rows = page.all(after) as unknown as Columns[]
          for (const row of rows) yield read(row)
          after = rows.at(-1)?.[0] ?? undefined
        }
      },
    }
  }
}

const PAGE = 1000
/** The first column of each table, which orders it. */
const KEYS = { remote: 'id', link: 'row_id', file: 'local_id', intent: 'op_id' } as const

type Columns = readonly (string | number | null)[]
interface StateRow {
  epoch: string | null
  cursor: string | null
  op_count: number
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

/** A set that is told as a whole every time, and of which only what is different is written. */
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

/**
 * Has a link and its row hold one copy of the texts that they share: both come by rising ids, rows first. A link that comes
 * otherwise keeps its own.
 */
class Texts {
  readonly #ids: EntryId[] = []
  readonly #names: string[] = []
  readonly #contents: (string | null)[] = []
  readonly #folders = new Map<LocalId, LocalId>()
  #at = 0

  note(row: RemoteRow): RemoteRow {
    this.#ids.push(row.id)
    this.#names.push(row.name)
    this.#contents.push(row.content)
    return row
  }

  /** To be asked before `name` and `content` of that row. */
  goTo(id: EntryId): void {
    while ((this.#ids[this.#at] ?? id) < id) this.#at++
  }

  name = (text: string): string => (this.#names[this.#at] === text ? this.#names[this.#at] : text) as string
  content = (text: string | null): string | null =>
    (this.#contents[this.#at] === text ? this.#contents[this.#at] : text) as string | null

  folder(id: LocalId): LocalId {
    const known = this.#folders.get(id)
    if (known === undefined) this.#folders.set(id, id)
    return known ?? id
  }
}

const NO_NUMBER = Number.MIN_SAFE_INTEGER
const kindOf = (text: string | number | null | undefined): Kind => (text === 'file' ? 'file' : 'folder')

const columnsOfRow = (row: RemoteRow): SQLInputValue[] => [
  row.id,
  row.parentId,
  row.kind,
  row.name,
  row.ver,
  row.seq,
  row.revisionId,
  row.content,
  row.size,
  row.modified,
  row.deleted ? 1 : 0,
]

const rowOf = (columns: Columns): RemoteRow => ({
  id: columns[0] as EntryId,
  parentId: columns[1] as EntryId,
  kind: kindOf(columns[2]),
  name: columns[3] as string,
  ver: columns[4] as number,
  seq: columns[5] as number,
  revisionId: columns[6] as RevisionId | null,
  content: columns[7] as string | null,
  size: columns[8] as number,
  modified: columns[9] as string | null,
  deleted: columns[10] === 1,
})

const columnsOfLink = (link: Link): SQLInputValue[] => [
  link.rowId,
  link.localId,
  link.kind,
  link.rowParent,
  link.localParent,
  link.name,
  link.content,
  link.contentVer,
  link.placeVer,
  link.prepared === undefined ? null : JSON.stringify(link.prepared),
]

function linkOf(columns: Columns, texts: Texts): Link {
  texts.goTo(columns[0] as EntryId)
  const link: Link = {
    rowId: columns[0] as EntryId,
    localId: columns[1] as LocalId,
    kind: kindOf(columns[2]),
    rowParent: columns[3] as EntryId,
    localParent: texts.folder(columns[4] as LocalId),
    name: texts.name(columns[5] as string),
    content: texts.content(columns[6] as string | null),
    contentVer: columns[7] as number,
    placeVer: columns[8] as number,
  }
  return columns[9] === null ? link : { ...link, prepared: JSON.parse(columns[9] as string) }
}

const fileOf = (columns: Columns): readonly [LocalId, KnownFile] => [
  columns[0] as LocalId,
  { stamp: columns[1] as string, content: columns[2] as string },
]
