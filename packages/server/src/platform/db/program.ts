import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './locking.ts'

/** Of the program that keeps the database, such as `16.4`. */
export async function readDatabaseVersion(db: Db): Promise<string> {
  const { rows } = isPostgres(db)
    ? await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
    : await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  // Debian adds where it was built.
  return (rows[0]?.version ?? '').split(' ')[0] ?? ''
}

/** In bytes. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const { rows } = isPostgres(db)
    ? await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
    : await sql<{ size: number }>`
        select page_count * page_size as size from pragma_page_count(), pragma_page_size()`.execute(db)
  return Number(rows[0]?.size ?? 0)
}
