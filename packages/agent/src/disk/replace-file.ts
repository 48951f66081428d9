import {
  type BigIntStats,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs'
import type { LocalId } from '../core/local-id.ts'
import type { Done } from '../ports/disk.ts'
import { hasNoLinks, isTaken, NotAsSeen } from './errors.ts'
import { giveName, type Place } from './give-name.ts'
import { identityOf, isUntouched } from './identity.ts'
import { holdsNothing } from './list-folder.ts'
import { OpenFolder } from './open-folder.ts'
import { noted } from './settle.ts'

/**
 * Puts a file in the place of another, at once. The other has a name in the bin before, so that nothing of it is lost, and is
 * looked at once more: only what a program puts under the name in the very moment between could be.
 */
export function replaceFile(top: OpenFolder, staged: Place, over: Place, old: BigIntStats, bin: Place): void {
  noted(top, { from: bin.fromTop, to: over.fromTop }, () => {
    keepIn(bin.path, over.path)
    try {
      const now = lstatSync(over.path, { bigint: true, throwIfNoEntry: false })
      if (!now || !isUntouched(now, old)) throw new NotAsSeen()
      renameSync(staged.path, over.path)
    } catch (error) {
      dropTwin(bin.path, over.path)
      throw error
    }
  })
}

function keepIn(bin: string, file: string): void {
  try {
    linkSync(file, bin)
  } catch (error) {
    if (!hasNoLinks(error)) throw error
    copyFileSync(file, bin, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  }
}

/** Unless it is the only name by now. */
function dropTwin(bin: string, file: string): void {
  const there = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (there && identityOf(there) === identityOf(lstatSync(bin, { bigint: true }))) unlinkSync(bin)
}

/** Takes a file to the bin. If it turns out to be another by then, it comes back. */
export function removeFile(top: OpenFolder, file: Place, seen: BigIntStats, bin: Place): Done {
  renameSync(file.path, bin.path)
  if (isUntouched(lstatSync(bin.path, { bigint: true }), seen)) return 'done'
  giveName(top, bin, file)
  return 'changed'
}

/** Only while nothing is in it. */
export function removeFolder(
  path: string,
  leftovers: ReadonlySet<LocalId>,
): 'done' | 'not_empty' | 'leftover' {
  try {
    rmdirSync(path)
    return 'done'
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  using folder = new OpenFolder(path)
  return holdsNothing(folder, (id) => leftovers.has(id)) ? 'leftover' : 'not_empty'
}
