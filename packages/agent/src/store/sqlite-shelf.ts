import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { EntryId } from '@holdfast/api/ids'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import type { RemoteRow } from '../core/remote-tree.ts'
import type { Shelf } from '../core/shelf.ts'
import { type Columns, linkOf, localOf, rowOf } from './columns.ts'

type Key = string | number

const PAGE = 1000
const NO_NUMBER = Number.MIN_SAFE_INTEGER

/** What is at rest agrees with its link in everything, and so do the folders that it is in. */
const UNRESTED_LINKS = `
  select link.row_id from link
  left join remote on remote.id = link.row_id
  left join local on local.id = link.local_id
  left join link folder on folder.local_id = link.local_parent
  where link.prepared is not null or remote.id is null or local.id is null or remote.deleted <> 0
    or remote.parent_id <> link.row_parent or local.parent_id <> link.local_parent
    or remote.name <> link.name or local.name <> link.name
    or remote.content is not link.content or local.content is not link.content
    or link.kind = 'file' and (remote.modified is not link.modified or local.modified is not link.local_modified)
    or case link.local_parent when 'top' then 0 else folder.row_id end is not link.row_parent`
const ROWS_WITHOUT_LINK = `
  select id from remote where deleted = 0 and not exists (select 1 from link where row_id = remote.id)`
const LOCALS_WITHOUT_LINK = `
  select id from local where not exists (select 1 from link where local_id = local.id)`

/** Reads a store's tables by indexed statements, made once. */
export class SqliteShelf implements Shelf {
  readonly #db: DatabaseSync
  readonly #row: StatementSync
  readonly #rowsIn: StatementSync
  readonly #linkOfRow: StatementSync
  readonly #linkOfLocal: StatementSync
  readonly #local: StatementSync
  readonly #localsIn: StatementSync
  readonly #localHolding: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    const prepare = (sql: string) => {
      const statement = db.prepare(sql)
      statement.setReturnArrays(true)
      return statement
    }
    this.#row = prepare('select * from remote where id = ?')
    this.#rowsIn = prepare('select * from remote where parent_id = ? and deleted = 0')
    this.#linkOfRow = prepare('select * from link where row_id = ?')
    this.#linkOfLocal = prepare('select * from link where local_id = ?')
    this.#local = prepare('select * from local where id = ?')
    this.#localsIn = prepare('select * from local where parent_id = ?')
    // Its index has the first characters only: they tell contents apart as well.
    this.#localHolding = prepare(
      'select * from local where substr(content, 1, 16) = substr(?1, 1, 16) and content = ?1 limit 1',
    )
  }

  row = (id: EntryId): RemoteRow | undefined => one(this.#row, id, rowOf)
  rowsIn = (folder: EntryId): RemoteRow[] => many(this.#rowsIn, folder, rowOf)
  rows = (): Iterable<RemoteRow> => this.#all('remote', 'id', NO_NUMBER, rowOf)
  linkOfRow = (id: EntryId): Link | undefined => one(this.#linkOfRow, id, linkOf)
  linkOfLocal = (id: LocalId): Link | undefined => one(this.#linkOfLocal, id, linkOf)
  links = (): Iterable<Link> => this.#all('link', 'row_id', NO_NUMBER, linkOf)
  linkedFiles = (): number =>
    Number(this.#db.prepare(`select count(*) as n from link where kind = 'file'`).get()?.n)
  local = (id: LocalId): LocalEntry | undefined => one(this.#local, id, localOf)
  localsIn = (folder: LocalId): LocalEntry[] => many(this.#localsIn, folder, localOf)
  locals = (): Iterable<LocalEntry> => this.#all('local', 'id', '', localOf)
  localHolding = (content: string): LocalEntry | undefined => one(this.#localHolding, content, localOf)
  unrestedRows = (): Iterable<EntryId> => this.#ids(`${UNRESTED_LINKS} union all ${ROWS_WITHOUT_LINK}`)
  unrestedLocals = (): Iterable<LocalId> => this.#ids(LOCALS_WITHOUT_LINK)

  rowFolders(): Iterable<EntryId> {
    return this.#ids('select distinct parent_id from remote where deleted = 0')
  }

  *#ids<Id extends Key>(sql: string): Iterable<Id> {
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    for (const [id] of statement.iterate() as unknown as Iterable<Columns>) yield id as Id
  }

  /** A page at a time: others may write in between. */
  *#all<T>(table: string, key: string, first: Key, read: (columns: Columns) => T): Iterable<T> {
    const page = this.#db.prepare(`select * from ${table} where ${key} > ? order by ${key} limit ${PAGE}`)
    page.setReturnArrays(true)
    for (let after: Key | undefined = first; after !== undefined; ) {
      const rows = page.all(after) as unknown as Columns[]
      for (const row of rows) yield read(row)
      after = rows.at(-1)?.[0] ?? undefined
    }
  }
}

function one<T>(statement: StatementSync, key: Key, read: (columns: Columns) => T): T | undefined {
  const columns = statement.get(key) as unknown as Columns | undefined
  return columns && read(columns)
}

const many = <T>(statement: StatementSync, key: Key, read: (columns: Columns) => T): T[] =>
  (statement.all(key) as unknown as Columns[]).map((columns) => read(columns))
