import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/database.ts'
import { endRestAfterTakeOver, findPauseRow, listRests, type Pause } from './rest-queries.ts'

/**
 * The pause that a restore begins: what it brought back would otherwise be deleted at the first start, because its time was
 * over long ago. Meanwhile neither retention nor the sweep deletes anything. Undefined where there is none, or it is over.
 */
export async function findPause(db: Db, now: Instant): Promise<Pause | undefined> {
  const pause = await findPauseRow(db)
  return pause && pause.until > now ? pause : undefined
}

/** Whether the sweep deletes nothing because of a restore, or because its store was taken over. */
export const isResting = async (db: Db, now: Instant): Promise<boolean> =>
  (await listRests(db)).some(({ until }) => until > now)

/** All content of a store that was taken over was found whole. */
export const endTakeOverRest = ({ db }: Pick<Ctx, 'db'>): Promise<void> => db.write(endRestAfterTakeOver)
