import type { Instant } from '@holdfast/api/time'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { RunningServer } from './server-queries.ts'

type InstallationState = Selectable<Schema['installation_state']>

const ONLY = 1

export const findInstallationState = (db: Db): Promise<InstallationState | undefined> =>
  db.selectFrom('installation_state').selectAll().where('id', '=', ONLY).executeTakeFirst()

export async function updateInstallationState(
  tx: Tx,
  change: Updateable<Schema['installation_state']>,
): Promise<void> {
  await tx
    .insertInto('installation_state')
    .values({ ...change, id: ONLY })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}

export async function keepServerFigures(
  tx: Tx,
  row: { server_id: string; at: Instant; figures: string },
): Promise<void> {
  await tx
    .insertInto('server_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet(row))
    .execute()
}

export type ServerWithFigures = RunningServer & { at: Instant | null; figures: string | null }

/** Those that live, as far as is known, with what they told of themselves last. */
export const listServersWithFigures = (db: Db, now: Instant): Promise<ServerWithFigures[]> =>
  db
    .selectFrom('running_server as r')
    .leftJoin('server_figures as f', 'f.server_id', 'r.id')
    .select(['r.id', 'r.name', 'r.version', 'r.until', 'f.at', 'f.figures'])
    .where('r.until', '>', now)
    .orderBy('r.name')
    .execute()
