import { closeSync, fsyncSync, openSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isMissing } from './errors.ts'
import type { OpenTop } from './open-top.ts'

/**
 * What takes two steps is noted first, in the agent's home, where nobody else can write: after a crash between them, it is
 * finished or undone before anyone looks at the folder. Paths begin at the top.
 */
export interface Note {
  /** A second name that a file has for a moment: it goes. */
  readonly from: string
  readonly to: string
  /** `to` was made empty to keep the name; `via`: the item is in the agent's own folder between `from` and `to`. */
  readonly how?: 'reserved' | 'via'
}

/** Does what is noted; the note goes with its end, be it good or bad. */
export function noted<T>(top: OpenTop, note: Note, deed: () => T): T {
  writeFileSync(top.notes, JSON.stringify(note), { mode: 0o600 })
  // Without its note, an item that has lost its name would have none. The note may be on another disk than the item.
  if (note.how === 'via') keep(top.notes)
  try {
    return deed()
  } finally {
    unlinkSync(top.notes)
  }
}

export function findNote(top: OpenTop): Note | undefined {
  try {
    return JSON.parse(readFileSync(top.notes, 'utf8')) as Note
  } catch (error) {
    // Cut short by a loss of power, before anything was done.
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

export const dropNote = (top: OpenTop): void => rmSync(top.notes, { force: true })

function keep(file: string): void {
  for (const at of [file, path.dirname(file)]) {
    const fd = openSync(at, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }
}
