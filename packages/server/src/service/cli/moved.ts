import { parseArgs } from 'node:util'
import type { Ctx } from '../../platform/context.ts'
import { movedInWords } from '../../platform/installation/moved.ts'
import { findMovedAway, type MovedAway, takeBack } from '../backup/mark-moved.ts'
import { ABOUT_BACKUPS, ABOUT_PAUSE, MOVED, newEpoch } from '../words/upkeep.ts'
import { CommandError } from './command-error.ts'
import { withContext, withUnopened } from './maintenance.ts'

/** Undefined for what makes no sense. */
export function movedArguments(args: string[]): { back: boolean } | undefined {
  try {
    return parseArgs({ args, options: { back: { type: 'boolean', default: false } } }).values
  } catch {
    return undefined
  }
}

export const runMoved = ({ back }: { back: boolean }): Promise<number> =>
  back ? withContext(bringBack, { back }) : withUnopened(tellMoved)

async function tellMoved(ctx: Ctx): Promise<number> {
  const moved = await findMovedAway(ctx)
  const { database, blobs } = moved
  if (!database && !blobs) console.log(MOVED.no)
  if (database) console.log(MOVED.database(movedInWords(database)))
  if (blobs) console.log(MOVED.blobs(movedInWords(blobs)))
  if (database || blobs) console.log(MOVED.howToUndo(whatItMeans(moved)))
  return 0
}

async function bringBack(ctx: Ctx): Promise<number> {
  const moved = await findMovedAway(ctx)
  if (!moved.database && !moved.blobs) throw new CommandError(MOVED.nothingToUndo)
  const epoch = await takeBack(ctx, moved)
  console.log(MOVED.undone(whatItMeans(moved)))
  if (epoch !== undefined) {
    console.log(newEpoch(epoch))
    console.log(ABOUT_BACKUPS)
    console.log(ABOUT_PAUSE)
  }
  return 0
}

/** True before it is done and after it. */
function whatItMeans({ database, blobs }: MovedAway): string[] {
  if (!database) return [MOVED.laterUploads(blobs?.to ?? '')]
  return [MOVED.stopOther(database.to), blobs ? MOVED.otherStore(blobs.to) : MOVED.sameStore]
}
