import Sqlite from 'better-sqlite3'
import type { Db, Snapshot, Value } from './database.ts'
import { markLeft } from './left-bytes.ts'

/** Some rows hold a few MiB. */
const ROWS_AT_ONCE = 128

/**
 * A reader of its own that stays in one transaction. Until it is done SQLite does not take its log in, which grows by what is
 * written meanwhile; a copy of the file would need as much room as the file, and stop this process while it is made.
 */
export async function sqliteSnapshot<T>(
  file: string,
  dbOn: (reader: Sqlite.Database) => Db,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  const reader = new Sqlite(file, { readonly: true, timeout: 5000 })
  try {
    reader.exec('begin')
    // The moment is that of the first look.
    reader.prepare('select 1 from sqlite_schema').get()
    return await work({
      db: dbOn(reader),
      rows: (table, columns) => rowsOf(reader, table, columns.map(quoted)),
      rowsWithout: (left, table, columns) =>
        markLeft(left, columns, rowsOf(reader, table, columns.map(lengthInsteadOf(left.column)))),
      bytes: async ({ column }, table, ids) => {
        const find = reader.prepare(`select ${quoted(column)} from ${quoted(table)} where id = ?`).pluck()
        return ids.map((id) => (find.get(id) as Buffer | null | undefined) ?? undefined)
      },
    })
  } finally {
    reader.close()
  }
}

const quoted = (name: string): string => `"${name}"`

/** SQLite knows the length without reading the bytes. */
const lengthInsteadOf = (left: string) => (name: string) =>
  name === left ? `length(${quoted(name)})` : quoted(name)

async function* rowsOf(reader: Sqlite.Database, table: string, terms: readonly string[]) {
  const names = reader
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .pluck()
    .all(table)
  const order = (names as string[]).map(quoted).join(', ')
  const select = reader
    .prepare(`select ${terms.join(', ')} from ${quoted(table)} ${order && `order by ${order}`}`)
    .raw()
  let some: Value[][] = []
  for (const row of select.iterate() as Iterable<Value[]>) {
    some.push(row)
    if (some.length < ROWS_AT_ONCE) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
