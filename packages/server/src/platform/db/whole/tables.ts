import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { HashedBytes } from '../left-bytes.ts'
import { isPostgres } from '../locking.ts'

export interface WholeTable {
  name: string
  /** In alphabetical order: the two databases need not have them in the same one. */
  columns: string[]
}

/** What takes most room in a database, and never changes where its hash does not. */
export const HASHED_BYTES: Readonly<Record<string, HashedBytes>> = {
  chunk: { column: 'data', sha256: 'sha256' },
}

/** Made again from the rows of others, or known from the form of the database. */
const DERIVED = /^(migration|entry_search|entry_gram(_.+)?)$/

/** What servers that run have to do with each other, and what they know of this database alone; nothing of it outlives them. */
const OF_RUNNING_SERVERS: ReadonlySet<string> = new Set([
  'server_lease',
  'running_server',
  'server_figures',
  'installation_state',
  'machine_connection',
  'machine_command',
  'sweep_hold',
])

/** Every table that a copy of the installation must have: all there are, but for what is known not to be needed. */
export async function listWholeTables(db: Db): Promise<WholeTable[]> {
  const found = (await db.introspection.getTables()).filter(
    ({ name }) => !DERIVED.test(name) && !OF_RUNNING_SERVERS.has(name),
  )
  return found
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name).sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** By table, the last id that was given. */
export type LastIds = Record<string, number>

export async function readLastIds(db: Db): Promise<LastIds> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string; last: number | null }>`
        select table_name as name, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(table_name), 'id')::regclass) as last
        from information_schema.columns
        where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`.execute(db)
    : await sql<{ name: string; last: number | null }>`
        select name, seq as last from sqlite_sequence`.execute(db)
  const given = rows.filter(({ last }) => last !== null).sort((a, b) => (a.name < b.name ? -1 : 1))
  return Object.fromEntries(given.map(({ name, last }) => [name, last as number]))
}

/** The names of the migrations that made the database what it is, in their order; none where there is nothing yet. */
export async function listMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migration')) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
