import { sql } from 'kysely'
import type { DatabaseLocation } from '../../src/platform/config/config.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { openQuietly } from './open-quietly.ts'

/** Empties a table of a PostgreSQL database and lets nobody write to it until told to. */
export async function holdEmpty(location: DatabaseLocation, table: string): Promise<() => Promise<void>> {
  const db = await openQuietly(location)
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await db.write((tx) => sql`truncate ${sql.table(table)} cascade`.execute(tx))
  const holding = db.write(async (tx) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await holding
    await db.close()
  }
}

/** How many transactions of this PostgreSQL database wait for what another holds. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return Number(rows[0]?.count)
}
