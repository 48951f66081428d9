import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { type Columns, columnsOf } from '../tables/columns.ts'
import { up as schema } from './0001-schema.ts'

export type Migrations = Record<string, (tx: Tx, columns: Columns) => Promise<void>>

/**
 * Forward only, in this order, one text for both databases. A released one never changes. The first has not been
 * released yet: the end of its name stands for what it makes, so that a database of another form is known as such.
 */
export const MIGRATIONS: Migrations = { '0001-schema-d1e9c1ee': schema }

/** The database has a form that this program does not know. */
export class DatabaseFormError extends Error {
  override name = 'DatabaseFormError'
}

/** What else happens in the transaction, while nobody else can migrate. */
interface Around {
  /** Before anything is changed in a database that was used before, with what it has. Throws to leave it as it is. */
  beforeChange?(tx: Tx, done: readonly string[]): Promise<void>
  afterwards?(tx: Tx): Promise<void>
}

/** Brings the database to the newest form, all or nothing. Several servers may start at once. */
export function migrate(
  db: Database,
  now: number,
  migrations = MIGRATIONS,
  { beforeChange, afterwards }: Around = {},
): Promise<string[]> {
  return db.writePatiently(async (tx) => {
    if (db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(7265381)`.execute(tx)
    await sql`create table if not exists migration (name text primary key, applied_at bigint not null)`.execute(
      tx,
    )
    const done = await appliedNames(tx)
    refuseUnknown(done.filter((name) => !Object.hasOwn(migrations, name)))
    const isComplete = Object.keys(migrations).every((name) => done.includes(name))
    if (done.length > 0 && !isComplete) await beforeChange?.(tx, done)
    const columns = columnsOf(db.dialect)
    const applied: string[] = []
    for (const [name, up] of Object.entries(migrations)) {
      if (done.includes(name)) continue
      await up(tx, columns)
      await sql`insert into migration (name, applied_at) values (${name}, ${now})`.execute(tx)
      applied.push(name)
    }
    await afterwards?.(tx)
    return applied
  })
}

async function appliedNames(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(tx)
  return rows.map((row) => row.name)
}

/** An older program on a newer database would not know what it destroys, nor would this one on what came before it. */
function refuseUnknown(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  if (unknown.some((name) => name.startsWith('0001-')))
    throw new DatabaseFormError(
      'The database was made by a version of Holdfast from before the first release and cannot be updated. ' +
        'It was not changed. Start the version that made it, or start with an empty database (HOLDFAST_DATABASE_URL, HOLDFAST_DATA_DIR).',
    )
  throw new DatabaseFormError(
    `The database was changed by a newer version of Holdfast (${unknown.join(', ')}). Start that version.`,
  )
}
