import { sql } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Database, Tx } from '../database.ts'
import { MIGRATIONS } from './index.ts'

/** The database knows migrations that this program does not. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** Brings the database to the newest form, all or nothing. Several servers may start at once. */
export function migrate(db: Database, now: number): Promise<string[]> {
  return db.write(async (tx) => {
    if (db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(7265381)`.execute(tx)
    await sql`create table if not exists migration (name text primary key, applied_at bigint not null)`.execute(
      tx,
    )
    const done = await appliedNames(tx)
    refuseNewer(done)
    const columns = columnsOf(db.dialect)
    const applied: string[] = []
    for (const [name, up] of Object.entries(MIGRATIONS)) {
      if (done.has(name)) continue
      await up(tx, columns)
      await sql`insert into migration (name, applied_at) values (${name}, ${now})`.execute(tx)
      applied.push(name)
    }
    return applied
  })
}

async function appliedNames(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(tx)
  return new Set(rows.map((row) => row.name))
}

/** An older program on a newer database would not know what it destroys. */
function refuseNewer(done: Set<string>): void {
  const unknown = [...done].filter((name) => !Object.hasOwn(MIGRATIONS, name))
  if (unknown.length > 0)
    throw new NewerDatabaseError(
      `The database was written by a newer Holdfast (${unknown.join(', ')}). Start that version.`,
    )
}
