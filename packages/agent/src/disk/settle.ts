import { readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { isMissing } from './errors.ts'
import { identityOf, itemAt, kindOf } from './identity.ts'
import { ownPath } from './marker.ts'
import type { OpenFolder } from './open-folder.ts'

/**
 * What takes two steps is noted first, in a file of its own: after a crash between them, it is finished or undone before
 * anyone looks at the folder. Paths begin at the top.
 */
export interface Note {
  /** A second name that a file has for a moment: it goes. */
  readonly from: string
  readonly to: string
  /** `to` was made empty to keep the name; `via`: where the item lies between `from` and `to`. */
  readonly how?: 'reserved' | 'via'
}

const notePath = (top: OpenFolder): string => `${top.path}/${STAGING_FOLDER}/moving`
export const viaPath = (top: OpenFolder): string => `${top.path}/${STAGING_FOLDER}/moved`

/** Does what is noted; the note goes with its end, be it good or bad. */
export function noted<T>(top: OpenFolder, note: Note, deed: () => T): T {
  writeFileSync(notePath(top), JSON.stringify(note), { mode: 0o600 })
  try {
    return deed()
  } finally {
    unlinkSync(notePath(top))
  }
}

/** Ends what a crash left between two steps. */
export function settle(top: OpenFolder): void {
  const note = findNote(top)
  if (note) settleNote(top, note)
  rmSync(notePath(top), { force: true })
  // Placed, as far as the disk got: a staged file has no other name before.
  for (const name of readdirSync(ownPath(top, 'staged', ''))) {
    const staged = ownPath(top, 'staged', name)
    const item = itemAt(staged)
    if (item && item.nlink > 1 && kindOf(item) === 'file') unlinkSync(staged)
  }
}

function settleNote(top: OpenFolder, { from, to, how }: Note): void {
  const [before, after] = [`${top.path}/${from}`, `${top.path}/${to}`]
  const [old, young] = [itemAt(before), itemAt(after)]
  if (how === 'via') {
    if (itemAt(viaPath(top))) renameSync(viaPath(top), young ? before : after)
  } else if (how === 'reserved') {
    if (old && young?.isFile() && young.size === 0) unlinkSync(after)
  } else if (old?.isFile() && young && identityOf(old) === identityOf(young)) unlinkSync(before)
}

function findNote(top: OpenFolder): Note | undefined {
  try {
    return JSON.parse(readFileSync(notePath(top), 'utf8')) as Note
  } catch (error) {
    // Cut short by a loss of power, before anything was done.
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}
