import { renameSync } from 'node:fs'
import { isTaken } from './errors.ts'
import { giveName, giveTo, type Place, showStaged } from './give-name.ts'
import { getItem, type Item, identityOf, itemAt, kindOf } from './identity.ts'
import { noted } from './notes.ts'
import type { OpenTop } from './open-top.ts'

/** Gives an item that was looked at another place, where nothing has its name. */
export function moveItem(top: OpenTop, from: Place, to: Place): 'done' | 'taken' {
  if (from.fromTop === to.fromTop) return 'done'
  const item = getItem(from.path)
  const isFolder = kindOf(item) === 'folder'
  const there = itemAt(to.path)
  if (there) {
    // A disk to which both names are one. A file with two names is told apart by their number.
    const isSelf = identityOf(there) === identityOf(item) && (item.nlink === 1 || isFolder)
    return isSelf ? respell(top, from, to) : 'taken'
  }
  return isFolder ? moveFolder(from, to) : giveName(top, from, to)
}

/** Shows what was staged, under a name that nothing has, as who owns the folder would. */
export function placeStaged(top: OpenTop, from: Place, to: Place, folder: Item): 'done' | 'taken' {
  giveTo(from, folder)
  return kindOf(getItem(from.path)) === 'folder' ? moveFolder(from, to) : showStaged(top, from, to)
}

/** Folders have one name only. Nothing but an empty folder of that very moment could be replaced. */
export function moveFolder(from: Pick<Place, 'path'>, to: Pick<Place, 'path'>): 'done' | 'taken' {
  if (itemAt(to.path)) return 'taken'
  try {
    renameSync(from.path, to.path)
    return 'done'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

/** A system may take a name in other letters for no change at all: so the item is elsewhere for a moment. */
function respell(top: OpenTop, from: Place, to: Place): 'done' | 'taken' {
  return noted(top, { from: from.fromTop, to: to.fromTop, how: 'via' }, () => {
    renameSync(from.path, top.own.via)
    const taken = itemAt(to.path) !== undefined
    renameSync(top.own.via, taken ? from.path : to.path)
    return taken ? 'taken' : 'done'
  })
}
