import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs'
import type { Seen } from '../ports/disk.ts'
import { isMissing, NotAsSeen } from './errors.ts'
import { hasStamp, idOf, kindOf } from './identity.ts'
import type { OpenFolder } from './open-folder.ts'

// Whatever has the name by now, opening it does not wait for anyone.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Throws unless it is what was seen. */
export function checkSeen(stats: BigIntStats | undefined, folder: OpenFolder, seen: Seen): BigIntStats {
  const { id, rawName, stamp } = seen
  if (!stats || !kindOf(stats)) throw new NotAsSeen()
  if (idOf(stats, folder.id, rawName) !== id || !hasStamp(stats, stamp)) throw new NotAsSeen()
  return stats
}

/** An item right before something is done to it. */
export const lookAt = (folder: OpenFolder, seen: Seen): BigIntStats =>
  checkSeen(lstatSync(folder.at(seen.rawName), { bigint: true, throwIfNoEntry: false }), folder, seen)

/** Reads a file that was the same before and after. */
export async function readSeen<T>(
  folder: OpenFolder,
  seen: Seen,
  read: (fd: number, stats: BigIntStats) => T | Promise<T>,
): Promise<T> {
  const fd = openFile(folder, seen)
  try {
    const result = await read(fd, checkSeen(fstatSync(fd, { bigint: true }), folder, seen))
    checkSeen(fstatSync(fd, { bigint: true }), folder, seen)
    return result
  } finally {
    closeSync(fd)
  }
}

function openFile(folder: OpenFolder, { rawName }: Seen): number {
  try {
    return openSync(folder.at(rawName), READ)
  } catch (error) {
    throw isMissing(error) ? new NotAsSeen() : error
  }
}
