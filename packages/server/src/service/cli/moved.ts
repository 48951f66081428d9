import { parseArgs } from 'node:util'
import type { Ctx } from '../../platform/context.ts'
import { movedInWords } from '../../platform/installation/moved.ts'
import { findMovedAway, type MovedAway, takeBack } from '../backup/mark-moved.ts'
import { ABOUT_PAUSE } from './about-pause.ts'
import { CommandError } from './command-error.ts'
import { ABOUT_BACKUPS, withContext, withUnopened } from './maintenance.ts'

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
  if (!database && !blobs) console.log('Neither the database nor the store was moved.')
  if (database) console.log(`The database was ${movedInWords(database)}.`)
  if (blobs) console.log(`The blobs were ${movedInWords(blobs)}.`)
  if (database || blobs)
    console.log(
      `With «holdfast moved --back» what the settings name is used again. ${whatItMeans(moved).join(' ')}`,
    )
  return 0
}

async function bringBack(ctx: Ctx): Promise<number> {
  const moved = await findMovedAway(ctx)
  if (!moved.database && !moved.blobs)
    throw new CommandError('Neither the database nor the store was moved: there is nothing to take back.')
  const epoch = await takeBack(ctx, moved)
  console.log(`What the settings name is used again. ${whatItMeans(moved).join(' ')}`)
  if (epoch !== undefined) {
    console.log(`A new epoch begins: ${epoch}. Clients read everything again when they next ask.`)
    console.log(ABOUT_BACKUPS)
    console.log(ABOUT_PAUSE)
  }
  return 0
}

/** True before it is done and after it. */
function whatItMeans({ database, blobs }: MovedAway): string[] {
  if (!database)
    return [
      `What was uploaded to ${blobs?.to} since then has no bytes here: «holdfast verify --content» names those files.`,
    ]
  const means = [
    `Stop what uses ${database.to}: what was changed there since is not in this database, and both would be the same installation to clients.`,
  ]
  if (blobs) means.push(`The store is the one of then, too; the one at ${blobs.to} is left alone.`)
  else
    means.push(
      `The store is the same for both: it belongs to this database then, and the other is refused. What the other has deleted is gone from it, so call «holdfast verify --content», which names files whose bytes are missing. Nothing is deleted from the store until that has found all whole, and 30 days are over.`,
    )
  return means
}
