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
        `The blob folder ${where} is empty, but the database refers to blobs. Is its disk mounted? Check HOLDFAST_BLOBS_URL, or restore the blobs from a backup.`,
      )
    await blobs.begin()
  }
  const mark = await findStoreMark(ctx)
  const moved = readMoved(mark)
  if (moved && !back)
    throw new ConfigError(
      `The blobs in ${where} were ${movedInWords(moved)}. Set HOLDFAST_BLOBS_URL to where they are now. To use this store again, run “holdfast moved”, which explains what that means, then “holdfast moved --back”.`,
    )
  const { id } = await currentEpoch(ctx)
  if (mark === undefined) await markStore(ctx, id)
  else if (mark !== id && !takeOver && !back)
    throw new ConfigError(
      `The blobs in ${where} belong to another installation (epoch ${mark}), which would lose files that this one deletes. Set HOLDFAST_BLOBS_URL to another store, for example one filled by “holdfast restore”. If the database of the other installation is lost, restore its newest backup to this store with “holdfast restore <location> --take-over”.`,
    )
}
