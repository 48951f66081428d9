import { HOUR_MS, type Instant } from '@holdfast/api/time'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

export type InstallationBackup = Selectable<Schema['installation_backup']>

const ONLY = 1
/** When the next one is due, or how long the server that makes one has for it. */
export const BACKUP_SCHEDULE = 'make_backup'

export const findInstallationBackup = (db: Db): Promise<InstallationBackup | undefined> =>
  db.selectFrom('installation_backup').selectAll().where('id', '=', ONLY).executeTakeFirst()

/** From now on one is expected, unless it was before. */
export async function expectInstallationBackup(tx: Tx, since: Instant): Promise<void> {
  await tx
    .insertInto('installation_backup')
    .values({ id: ONLY, since, blobs: 0, bytes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateInstallationBackup(
  tx: Tx,
  change: Updateable<Schema['installation_backup']>,
): Promise<void> {
  await tx.updateTable('installation_backup').set(change).where('id', '=', ONLY).execute()
}

/** Notes that administrators are notified; false where they already were. */
export async function noteTold(tx: Tx, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('installation_backup')
    .set({ told_at: at })
    .where('id', '=', ONLY)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether none has become complete for much longer than it should take. One that is being made has as long as that again. */
export function isOverdue(
  { since, begun_at, ended_at, complete_at }: InstallationBackup,
  everyMs: number,
  now: Instant,
): boolean {
  if (begun_at !== null && ended_at === null && now - begun_at < everyMs) return false
  return now - (complete_at ?? since) > 2 * everyMs + HOUR_MS
}

/** Whether a server is making one: it says so again and again, by the time of the next. */
export const isUnderWay = (
  backup: InstallationBackup | undefined,
  nextAt: Instant | undefined,
  now: Instant,
): boolean =>
  backup !== undefined &&
  backup.begun_at !== null &&
  backup.ended_at === null &&
  nextAt !== undefined &&
  nextAt > now
