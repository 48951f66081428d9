import { chownSync, closeSync, linkSync, lstatSync, openSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import type { Way } from '../core/local-tree.ts'
import { hasNoLinks, isTaken } from './errors.ts'
import { noted } from './notes.ts'
import type { OpenFolder } from './open-folder.ts'
import type { OpenTop } from './open-top.ts'

/** Where something is: for the process, and as it is written down, from the top. */
export interface Place {
  readonly path: string
  readonly fromTop: string
}

export const placeIn = (folder: OpenFolder, way: Way, name: string): Place => ({
  path: folder.at(name),
  fromTop: [...way.map(({ rawName }) => rawName), name].join('/'),
})

/** Where the agent serves several people, what it makes belongs to whom it is made for. */
export function giveTo({ path }: Place, { uid, gid }: { uid: number; gid: number }): void {
  if (process.geteuid?.() === 0) chownSync(path, uid, gid)
}

/** Gives a file another name, which it gets only if nothing has it. */
export const giveName = (top: OpenTop, from: Place, to: Place): 'done' | 'taken' =>
  unlessTaken(top, from, to, () =>
    noted(top, { from: from.fromTop, to: to.fromTop }, () => linkAndUnlink(from.path, to.path)),
  )

/** The same for a staged file. Nothing is noted: after a crash between the steps, `settle` knows it by its two names. */
export const showStaged = (top: OpenTop, from: Place, to: Place): 'done' | 'taken' =>
  unlessTaken(top, from, to, () => linkAndUnlink(from.path, to.path))

function unlessTaken(top: OpenTop, from: Place, to: Place, give: () => 'done'): 'done' | 'taken' {
  try {
    return give()
  } catch (error) {
    if (isTaken(error)) return 'taken'
    if (!hasNoLinks(error)) throw error
  }
  const note = { from: from.fromTop, to: to.fromTop, how: 'reserved' as const }
  return noted(top, note, () => reserve(from.path, to.path))
}

/** For what is noted already. */
export function giveNameUnnoted(from: string, to: string): 'done' | 'taken' {
  try {
    return linkAndUnlink(from, to)
  } catch (error) {
    if (isTaken(error)) return 'taken'
    if (!hasNoLinks(error)) throw error
  }
  return reserve(from, to)
}

function linkAndUnlink(from: string, to: string): 'done' {
  linkSync(from, to)
  try {
    unlinkSync(from)
  } catch (error) {
    unlinkSync(to)
    throw error
  }
  return 'done'
}

/** Where files have one name only: an empty one takes the name, and is replaced while it still is empty. */
function reserve(from: string, to: string): 'done' | 'taken' {
  let ours = false
  try {
    closeSync(openSync(to, 'wx'))
    ours = true
    if (lstatSync(to).size > 0) return 'taken'
    renameSync(from, to)
    return 'done'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    if (ours && lstatSync(to, { throwIfNoEntry: false })?.size === 0) rmSync(to)
    throw error
  }
}
