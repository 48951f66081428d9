import { ConfigError, NotThereError } from '../config/config.ts'
import type { Ctx } from '../context.ts'
import { currentEpoch } from './epoch.ts'
import { movedInWords, readMoved } from './moved.ts'
import { hasBlobs } from './queries.ts'
import { findStoreMark, markStore } from './store-mark.ts'

/**
 * Throws for a store that is not that of the installation: nothing may be read from it or stored there, nor deleted. Unless it
 * is about to be taken over, or taken back after a move.
 */
export async function checkStore(ctx: Ctx, { takeOver = false, back = false } = {}): Promise<void> {
  const { blobs, db, config } = ctx
  const where = config.blobs.kind === 'disk' ? config.blobs.dir : config.blobs.bucket
  if (blobs.isNew) {
    // While the database knows blobs it is one whose disk is missing.
    if (await hasBlobs(db.read))
      throw new NotThereError(
        `The folder of blobs ${where} is empty, but the database knows of blobs. Is its disk mounted? Check HOLDFAST_BLOBS_URL, or bring the blobs back from a backup.`,
      )
    await blobs.begin()
  }
  const mark = await findStoreMark(ctx)
  const moved = readMoved(mark)
  if (moved && !back)
    throw new ConfigError(
      `The blobs in ${where} were ${movedInWords(moved)}, and this store is not used any more: set HOLDFAST_BLOBS_URL to where they are now. Only if this one is to be used again: «holdfast moved» says what that means, and «holdfast moved --back» does it.`,
    )
  const { id } = await currentEpoch(ctx)
  if (mark === undefined) await markStore(ctx, id)
  else if (mark !== id && !takeOver && !back)
    throw new ConfigError(
      `The blobs in ${where} belong to another installation (its epoch is ${mark}), which would lose what this one deletes. Set HOLDFAST_BLOBS_URL to a store of its own: «holdfast restore» fills one. Only where the database of the other is lost for good: restore its newest backup with «holdfast restore --take-over», to this store.`,
    )
}
