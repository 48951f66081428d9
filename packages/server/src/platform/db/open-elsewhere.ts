import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { DatabaseLocation } from '../config/config.ts'

const LOOKS = 20
const LOOK_EVERY_MS = 100

/** Whether any process has the database open. Who asks must not have it open either. */
export const isOpenElsewhere = (location: DatabaseLocation): Promise<boolean> =>
  location.kind === 'postgres' ? hasConnections(location.url) : Promise.resolve(isFileOpen(location.file))

async function hasConnections(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    // The server needs a moment to notice that a client has left.
    for (let looks = LOOKS; looks > 0; looks--) {
      const { rows } = await client.query(`select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`)
      if (rows.length === 0) return false
      if (looks > 1) await pause(LOOK_EVERY_MS)
    }
    return true
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
