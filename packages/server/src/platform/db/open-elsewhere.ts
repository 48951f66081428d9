import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { DatabaseLocation } from '../config/config.ts'

/** Whether any process has the database open. Who asks must not have it open either. */
export const isOpenElsewhere = (location: DatabaseLocation): Promise<boolean> =>
  location.kind === 'postgres' ? hasConnections(location.url) : Promise.resolve(isFileOpen(location.file))

async function hasConnections(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`)
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/** Each connection that has used the file holds a lock on it that only lets others share it. */
function isFileOpen(file: string): boolean {
  const db = new Sqlite(file, { timeout: 0, fileMustExist: true })
  try {
    db.pragma('locking_mode = exclusive')
    db.exec('begin exclusive; rollback')
    return false
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    db.close()
  }
}
