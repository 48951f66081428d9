import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { isMissingTable } from '../db/violations.ts'

/** A process that serves. Each version writes and reads these columns, so that servers of two versions know of each other. */
export interface RunningServer {
  id: string
  /** For people: its machine and the number of its process. */
  name: string
  version: string
  until: Instant
}

export async function keepServer(tx: Tx, server: RunningServer): Promise<void> {
  await tx
    .insertInto('running_server')
    .values(server)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(server))
    .execute()
}

export async function deleteServer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('server_figures').where('server_id', '=', id).execute()
  await tx.deleteFrom('running_server').where('id', '=', id).execute()
}

/** Those that ended without a word, long enough ago that no clock is that wrong. */
export async function deleteEndedServers(tx: Tx, now: Instant): Promise<void> {
  await tx
    .deleteFrom('running_server')
    .where('until', '<', now - HOUR_MS)
    .execute()
  await tx
    .deleteFrom('server_figures')
    .where('at', '<', now - HOUR_MS)
    .execute()
}

/** Those that live, as far as is known. */
export const listServers = (db: Db, now: Instant): Promise<RunningServer[]> =>
  db
    .selectFrom('running_server')
    .select(['id', 'name', 'version', 'until'])
    .where('until', '>', now)
    .orderBy('name')
    .execute()

/** The names of all migrations that the database has; none in one that has no form yet. */
export async function listApplied(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}
