import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Db, Snapshot, Value } from './database.ts'

/** Some rows hold a few MiB. */
const ROWS_AT_ONCE = 128
/** The largest there is: the copy is written once and read from end to end. */
const PAGE_SIZE = 65_536

/**
 * Works on a copy beside the file: a reader that stays for long would keep SQLite from ever taking its log in. Blocks the
 * process while the copy is made. Its name is gone as soon as it is open, so that a kill leaves nothing; what one in between
 * has left is removed by the next.
 */
export async function sqliteSnapshot<T>(
  file: string,
  dbOn: (copy: Sqlite.Database) => Db,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  const beginning = `${path.basename(file)}.copy-`
  const folder = path.dirname(file)
  for (const name of readdirSync(folder))
    if (name.startsWith(beginning) && !isRunning(Number(name.slice(beginning.length).split('-')[0])))
      rmSync(path.join(folder, name), { force: true })
  const scratch = path.join(folder, `${beginning}${process.pid}`)
  const copy = openCopy(file, scratch)
  try {
    return await work({ db: dbOn(copy), rows: (table, columns) => rowsOf(copy, table, columns) })
  } finally {
    copy.close()
  }
}

function openCopy(file: string, scratch: string): Sqlite.Database {
  rmSync(scratch, { force: true })
  closeSync(openSync(scratch, 'wx', 0o600))
  try {
    const source = new Sqlite(file, { readonly: true, timeout: 5000 })
    try {
      source.pragma(`page_size = ${PAGE_SIZE}`)
      source.prepare('vacuum into ?').run(scratch)
    } finally {
      source.close()
    }
    const copy = new Sqlite(scratch, { readonly: true })
    // Now, while the name is there: SQLite opens the file when it is first asked.
    copy.prepare('select 1 from sqlite_schema').get()
    return copy
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(scratch + end, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const quoted = (name: string): string => `"${name}"`

async function* rowsOf(copy: Sqlite.Database, table: string, columns: readonly string[]) {
  const names = copy
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .pluck()
    .all(table)
  const order = (names as string[]).map(quoted).join(', ')
  const select = copy
    .prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(table)} ${order && `order by ${order}`}`)
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
