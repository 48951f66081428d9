import type { DatabaseLocation } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/db/database.ts'

/** Loads nothing but the driver: processes of their own shall be there at once. */
export async function openQuietly(location: DatabaseLocation): Promise<Database> {
  if (location.kind === 'sqlite')
    return (await import('../../src/platform/db/sqlite.ts')).openSqlite(location.file)
  return (await import('../../src/platform/db/postgres.ts')).openPostgres(
    location.url,
    () => {},
    location.limits,
  )
}
