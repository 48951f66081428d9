import { chmodSync, constants, copyFileSync, linkSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import type { LocalId } from '../core/local-id.ts'
import type { Done } from '../ports/disk.ts'
import { hasNoLinks, isTaken, NotAsSeen } from './errors.ts'
import { giveName, giveTo, type Place } from './give-name.ts'
import { getItem, type Item, identityOf, isUntouched, itemAt, kindOf } from './identity.ts'
import { holdsNothing } from './list-folder.ts'
import { moveFolder } from './move-item.ts'
import { noted } from './notes.ts'
import { OpenFolder } from './open-folder.ts'
import { withOpenFile } from './open-item.ts'
import type { OpenTop } from './open-top.ts'

/**
 * Puts a file in the place of another, at once. The other has a name in the bin before, so that nothing of it is lost, and is
 * looked at once more: only what a program puts under the name in the very moment between could be.
 */
export function replaceFile(top: OpenTop, staged: Place, over: Place, old: Item, bin: Place): void {
  giveTo(staged, old)
  chmodSync(staged.path, old.mode & 0o777)
  noted(top, { from: bin.fromTop, to: over.fromTop }, () => {
    const isCopy = keepIn(bin.path, over.path, old)
    try {
      const now = itemAt(over.path)
      if (!now || !isUntouched(now, old)) throw new NotAsSeen()
      renameSync(staged.path, over.path)
    } catch (error) {
      if (isCopy || isTwin(bin.path, over.path)) unlinkSync(bin.path)
      throw error
    }
  })
}

/** By a second name, or where it cannot have one, by a copy: gives whether it is one. */
function keepIn(bin: string, file: string, seen: Item): boolean {
  try {
    linkSync(file, bin)
    return false
  } catch (error) {
    if (!hasNoLinks(error)) throw error
    withOpenFile(file, seen, (open) =>
      copyFileSync(open, bin, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
    )
    return true
  }
}

/** If not, the one in the bin may be all that is left of it. */
function isTwin(bin: string, file: string): boolean {
  const there = itemAt(file)
  return there !== undefined && identityOf(there) === identityOf(getItem(bin))
}

/** Takes a file to the bin. If it turns out to be another by then, it comes back. */
export function removeFile(top: OpenTop, file: Place, seen: Item, bin: Place): Done {
  renameSync(file.path, bin.path)
  const taken = getItem(bin.path)
  if (isUntouched(taken, seen)) return 'done'
  if (kindOf(taken) === 'folder') moveFolder(bin, file)
  else giveName(top, bin, file)
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
