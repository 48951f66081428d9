import { readFileSync } from 'node:fs'
import { MARKER_FILE, STAGING_FOLDER } from '../core/ignore.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { DiskGone } from '../ports/disk.ts'
import { isMissing } from './errors.ts'
import { identityOf, itemAt, kindOf } from './identity.ts'
import { OpenFolder } from './open-folder.ts'

/** Lies in a folder that is kept equal to a root: what is not there, or another, is never taken for an empty folder. */
export interface Marker {
  readonly rootId: number
  /** The guid of the device. */
  readonly machine: string
  /** Drawn when the folder was prepared. */
  readonly folder: string
  /** What the file system calls the folder: a copy of it is another one, and so are all its items. */
  readonly identity: string
}

/** Folders of the agent's own, in the staging folder. They are made once, with the marker. */
export const OWN_FOLDERS = ['staged', 'partial', 'bin'] as const
export type OwnFolder = (typeof OWN_FOLDERS)[number]

/** The path of something in a folder of our own; nobody but the owner of the agent can write there. */
export const ownPath = (top: OpenFolder, own: OwnFolder, name: string): string =>
  `${top.path}/${STAGING_FOLDER}/${own}/${name}`

/** Undefined where there is none. */
export function findMarker(folder: OpenFolder): Marker | undefined {
  try {
    return JSON.parse(readFileSync(folder.at(MARKER_FILE), 'utf8')) as Marker
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

export const isSameMarker = (one: Marker, other: Marker): boolean =>
  one.rootId === other.rootId &&
  one.machine === other.machine &&
  one.folder === other.folder &&
  one.identity === other.identity

/** A folder that was prepared. */
export class MarkedFolder {
  readonly #path: string
  readonly #expected: Marker
  /** The file whose content was compared. */
  #compared = ''

  constructor(path: string, expected: Marker) {
    this.#path = path
    this.#expected = expected
  }

  /** Throws `DiskGone` unless it is there, with its marker and on one volume with what we keep in it. */
  open(): OpenFolder {
    let top: OpenFolder
    try {
      top = new OpenFolder(this.#path, TOP_LOCAL)
    } catch (error) {
      throw isMissing(error) ? new DiskGone(`There is no folder ${this.#path}`, { cause: error }) : error
    }
    try {
      this.#check(top)
      return top
    } catch (error) {
      top[Symbol.dispose]()
      throw error
    }
  }

  #check(top: OpenFolder): void {
    if (top.identity !== this.#expected.identity) throw new DiskGone('Another folder lies there')
    const file = itemAt(top.at(MARKER_FILE))
    if (!file) throw new DiskGone('The folder has lost its marker')
    const seen = `${identityOf(file)} ${file.ctimeMs}`
    if (seen !== this.#compared) {
      const marker = findMarker(top)
      if (!marker || !isSameMarker(marker, this.#expected))
        throw new DiskGone('The folder has another marker')
      this.#compared = seen
    }
    const staging = itemAt(top.at(STAGING_FOLDER))
    if (!staging || kindOf(staging) !== 'folder')
      throw new DiskGone(`The folder has lost its ${STAGING_FOLDER}`)
    if (staging.dev !== top.device) throw new DiskGone(`${STAGING_FOLDER} is on another volume`)
  }
}
