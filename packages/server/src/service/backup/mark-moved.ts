import { anchorRestored } from '../../oversight/activity/anchor-activity.ts'
import type { Ctx } from '../../platform/context.ts'
import { beginEpoch, currentEpoch } from '../../platform/installation/epoch.ts'
import { findMoved, type Moved, movedMark, readMoved } from '../../platform/installation/moved.ts'
import { deleteMovedMark, setMovedMark } from '../../platform/installation/queries.ts'
import { holdAfterTakeOver } from '../../platform/installation/rest-queries.ts'
import { findStoreMark, markStore } from '../../platform/installation/store-mark.ts'

/** The last step of a move: from here on neither a start nor a command uses what was moved. Addresses have no passwords in them. */
export async function markMoved(
  ctx: Ctx,
  { database, blobs }: { database: string | undefined; blobs: string | undefined },
): Promise<void> {
  const at = ctx.now()
  if (database !== undefined) await ctx.db.write((tx) => setMovedMark(tx, movedMark({ to: database, at })))
  if (blobs !== undefined) await markStore(ctx, movedMark({ to: blobs, at }))
}

/** What was moved away of the database and the store that the settings name. */
export interface MovedAway {
  database: Moved | undefined
  blobs: Moved | undefined
}

export const findMovedAway = async (ctx: Ctx): Promise<MovedAway> => ({
  database: await findMoved(ctx),
  blobs: readMoved(await findStoreMark(ctx)),
})

/**
 * Takes the marks away. A database begins a new epoch, which it gives: clients may have seen what is not in it, and of two
 * databases with one store only one may delete there. That one rests at first: the other has stored what this one does not know.
 * Can be called again after a kill.
 */
export async function takeBack(ctx: Ctx, { database, blobs }: MovedAway): Promise<string | undefined> {
  if (!database) {
    if (blobs) await markStore(ctx, (await currentEpoch(ctx)).id)
    return undefined
  }
  const { id } = await beginEpoch(ctx)
  await anchorRestored(ctx)
  await ctx.db.write(async (tx) => {
    if (!blobs) await holdAfterTakeOver(tx, ctx.now())
    await deleteMovedMark(tx)
  })
  return id
}
