import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Db, Tx } from '../db/database.ts'

/** Rows that keep the sweep from deleting anything, each for as long as its `until` says. In no copy of the database. */
const AFTER_RESTORE = 'restore'
const AFTER_TAKE_OVER = 'take-over'
type Purpose = typeof AFTER_RESTORE | typeof AFTER_TAKE_OVER

const REST_MS = 30 * DAY_MS
/** Until somebody has verified all content. */
const FOR_EVER = Number.MAX_SAFE_INTEGER

export interface RestRow {
  purpose: Purpose
  holder: string
  until: Instant
}

/** All that is to hold in a copy of the installation as well, which moves elsewhere. */
export const listRests = (db: Db): Promise<RestRow[]> =>
  db
    .selectFrom('sweep_hold')
    .select(['purpose', 'holder', 'until'])
    .where('purpose', 'in', [AFTER_RESTORE, AFTER_TAKE_OVER])
    .orderBy('purpose')
    .execute() as Promise<RestRow[]>

export async function keepRest(tx: Tx, rest: RestRow): Promise<void> {
  await tx
    .insertInto('sweep_hold')
    .values(rest)
    .onConflict((conflict) => conflict.column('purpose').doUpdateSet(rest))
    .execute()
}

const findRest = (db: Db, purpose: Purpose) =>
  db.selectFrom('sweep_hold').select(['holder', 'until']).where('purpose', '=', purpose).executeTakeFirst()

/** In a store that was taken over the sweep rests: what the lost database knew and the backup does not may be needed yet. */
export const holdAfterTakeOver = (tx: Tx, now: Instant): Promise<void> =>
  keepRest(tx, { purpose: AFTER_TAKE_OVER, holder: String(now + REST_MS), until: FOR_EVER })

export const isRestingAfterTakeOver = async (db: Db, now: Instant): Promise<boolean> =>
  ((await findRest(db, AFTER_TAKE_OVER))?.until ?? 0) > now

/** The sweep goes on when the time of rest is over. */
export async function endRestAfterTakeOver(tx: Tx): Promise<void> {
  const held = await findRest(tx, AFTER_TAKE_OVER)
  if (held) await keepRest(tx, { purpose: AFTER_TAKE_OVER, ...held, until: Number(held.holder) })
}

/** What is on record of a pause: that it began, then that administrators were mailed that it ends soon. */
export type Noted = 'nothing' | 'begun' | 'ending'

/** Since a restore nothing is deleted because of its age. */
export interface Pause {
  since: Instant
  until: Instant
  noted: Noted
}

export const pauseAfterRestore = (tx: Tx, now: Instant): Promise<void> =>
  keepRest(tx, { purpose: AFTER_RESTORE, holder: 'nothing' satisfies Noted, until: now + REST_MS })

/** What is stored here now is not what was looked at. */
export async function forgetFullCheck(tx: Tx): Promise<void> {
  await tx.updateTable('scrub').set({ begun_at: null, full_begun_at: null, full_at: null }).execute()
}

/** Also one whose time is over, until that is on record. */
export async function findPauseRow(db: Db): Promise<Pause | undefined> {
  const row = await findRest(db, AFTER_RESTORE)
  return row && { since: row.until - REST_MS, until: row.until, noted: row.holder as Noted }
}

/** False where another was first. */
export async function notePause(tx: Tx, from: Noted, to: Noted): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sweep_hold')
    .set({ holder: to })
    .where('purpose', '=', AFTER_RESTORE)
    .where('holder', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where another was first. */
export async function deletePause(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sweep_hold')
    .where('purpose', '=', AFTER_RESTORE)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
