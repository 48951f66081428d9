import { renameSync, writeFileSync } from 'node:fs'
import { MARKER_FILE, STAGING_FOLDER } from '../core/ignore.ts'
import { DiskGone } from '../ports/disk.ts'
import { MARKER } from '../words/folders.ts'
import { isMissing } from './errors.ts'
import { type Item, identityOf, itemAt } from './identity.ts'
import type { OpenFolder } from './open-folder.ts'
import { OpenTop } from './open-top.ts'
import { isOurs, OwnFolderFinder } from './own-folder.ts'
import { findSmall } from './read-small.ts'

/** Is in a folder that is kept equal to a root: what is not there, or another, is never taken for an empty folder. */
export interface Marker {
  readonly rootId: number
  /** The guid of the device. */
  readonly machine: string
  /** Drawn when the folder was prepared. */
  readonly folder: string
  /** What the file system calls the folder: a copy of it is another one, and so are all its items. */
  readonly identity: string
  /** What it calls the folder of the agent's own in it. Only the one that the agent's home has counts. */
  readonly own?: string
}

/** Undefined where there is none. */
export const findMarker = (folder: OpenFolder): Marker | undefined => readMarker(folder)?.marker

export function readMarker(folder: OpenFolder): { marker: Marker; item: Item } | undefined {
  const found = findSmall(folder.at(MARKER_FILE))
  try {
    const marker: unknown = found && JSON.parse(found.text)
    return found && isMarker(marker) ? { marker, item: found.item } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isMarker = (value: unknown): value is Marker =>
  typeof value === 'object' && value !== null && 'identity' in value && typeof value.identity === 'string'

export const markerText = (marker: Marker): string => `${JSON.stringify(marker)}\n`

const isSameMarker = (one: Marker, other: Marker): boolean =>
  one.rootId === other.rootId &&
  one.machine === other.machine &&
  one.folder === other.folder &&
  one.identity === other.identity

/** A folder that was prepared. */
export class MarkedFolder {
  readonly #path: string
  readonly #expected: Marker
  readonly #notes: string
  readonly #own: OwnFolderFinder
  /** The file whose content was compared. */
  #compared = ''

  /** `notes` is a file in the agent's home: see `noted`. */
  constructor(path: string, expected: Marker, notes: string) {
    this.#path = path
    this.#expected = expected
    this.#notes = notes
    this.#own = new OwnFolderFinder(expected.own)
  }

  /** Throws `DiskGone` unless it is there, with what we keep in it. */
  open(): OpenTop {
    let top: OpenTop
    try {
      top = new OpenTop(this.#path, { notes: this.#notes, own: this.#own })
    } catch (error) {
      throw isMissing(error) ? new DiskGone(MARKER.noFolder(this.#path), { cause: error }) : error
    }
    try {
      this.#check(top)
      return top
    } catch (error) {
      top[Symbol.dispose]()
      throw error
    }
  }

  /**
   * Anyone who can write to the folder can remove the marker, but not the folder of our own: as long as that is there, the marker
   * is put back. Somebody who empties the folder removes both.
   */
  #check(top: OpenTop): void {
    if (top.identity !== this.#expected.identity) throw new DiskGone(MARKER.otherFolder)
    const hasOwn = this.#own.isIn(top)
    const state = this.#look(top)
    if (state === 'other') throw new DiskGone(MARKER.otherMarker)
    if (!hasOwn) throw new DiskGone(MARKER.lost(state === 'lost' ? MARKER_FILE : STAGING_FOLDER))
    if (state === 'lost') putBack(top, this.#expected)
  }

  /** `foreign`: another user has put it there. */
  #look(top: OpenFolder): 'same' | 'lost' | 'other' | 'foreign' {
    const file = itemAt(top.at(MARKER_FILE))
    const seen = file ? `${identityOf(file)} ${file.ctimeMs}` : ''
    if (file && seen === this.#compared) return 'same'
    const found = file && readMarker(top)
    if (!found) return 'lost'
    if (!isSameMarker(found.marker, this.#expected)) return isOurs(found.item) ? 'other' : 'foreign'
    this.#compared = seen
    return 'same'
  }
}

/** Over whatever has its name. Where that cannot be done, all goes on without it. */
function putBack(top: OpenTop, marker: Marker): void {
  const made = top.own.folder.at('marker')
  try {
    writeFileSync(made, markerText(marker), { mode: 0o600 })
    renameSync(made, top.at(MARKER_FILE))
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
