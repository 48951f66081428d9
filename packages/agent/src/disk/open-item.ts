import { closeSync, constants, openSync } from 'node:fs'
import type { Seen } from '../ports/disk.ts'
import { isMissing, NotAsSeen } from './errors.ts'
import { hasStamp, type Item, idOf, isUntouched, itemAt, kindOf, openItem } from './identity.ts'
import { type OpenFolder, pathOfOpen } from './open-folder.ts'

// Whatever has the name by now, opening it does not wait for anyone.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Throws unless it is what was seen. */
export function checkSeen(item: Item | undefined, folder: OpenFolder, seen: Seen): Item {
  const { id, rawName, stamp } = seen
  if (!item || !kindOf(item)) throw new NotAsSeen()
  if (idOf(item, folder.id, rawName) !== id || !hasStamp(item, stamp)) throw new NotAsSeen()
  return item
}

/** An item right before something is done to it. */
export const lookAt = (folder: OpenFolder, seen: Seen): Item =>
  checkSeen(itemAt(folder.at(seen.rawName)), folder, seen)

/** Reads a file that was the same before and after. */
export async function readSeen<T>(
  folder: OpenFolder,
  seen: Seen,
  read: (fd: number, item: Item) => T | Promise<T>,
): Promise<T> {
  const fd = openFile(folder, seen)
  try {
    const result = await read(fd, checkSeen(openItem(fd), folder, seen))
    checkSeen(openItem(fd), folder, seen)
    return result
  } finally {
    closeSync(fd)
  }
}

/** Does something at once to a file that is as it was seen, whatever is put under its name meanwhile. */
export function withSeen<T>(folder: OpenFolder, seen: Seen, deed: (fd: number, item: Item) => T): T {
  const fd = openFile(folder, seen)
  try {
    return deed(fd, checkSeen(openItem(fd), folder, seen))
  } finally {
    closeSync(fd)
  }
}

/** Gives the path of a file that is open: whatever is put under its name meanwhile, it leads to what was seen. */
export function withOpenFile<T>(at: string, seen: Item, deed: (path: string) => T): T {
  const fd = openSync(at, READ)
  try {
    if (!isUntouched(openItem(fd), seen)) throw new NotAsSeen()
    return deed(pathOfOpen(fd, at))
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
