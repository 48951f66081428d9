import type { Ctx } from '../../platform/context.ts'
import { endRestAfterTakeOver, isRestingAfterTakeOver } from './queries.ts'

/** Whether nothing may be deleted from the store yet because it was taken over. */
export const isResting = ({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<boolean> =>
  isRestingAfterTakeOver(db.read, now())

/** All content was found whole. */
export const endRest = ({ db }: Pick<Ctx, 'db'>): Promise<void> => db.write(endRestAfterTakeOver)
