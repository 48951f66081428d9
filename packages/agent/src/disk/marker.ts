import { lstatSync, readFileSync } from 'node:fs'
import { MARKER_FILE, STAGING_FOLDER } from '../core/ignore.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { DiskGone } from '../ports/disk.ts'
import { isMissing } from './errors.ts'
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

/** The folder that was prepared. Throws `DiskGone` unless it is there, with its marker and on one volume with what we keep in it. */
export function openMarked(path: string, expected: Marker): OpenFolder {
  let top: OpenFolder
  try {
    top = new OpenFolder(path, TOP_LOCAL)
  } catch (error) {
    throw isMissing(error) ? new DiskGone(`There is no folder ${path}`, { cause: error }) : error
  }
  try {
    checkMarked(top, expected)
    return top
  } catch (error) {
    top[Symbol.dispose]()
    throw error
  }
}

function checkMarked(top: OpenFolder, expected: Marker): void {
  if (top.identity !== expected.identity) throw new DiskGone('Another folder lies there')
  const marker = findMarker(top)
  if (!marker || !isSameMarker(marker, expected)) throw new DiskGone('The folder has lost its marker')
  const staging = lstatSync(top.at(STAGING_FOLDER), { bigint: true, throwIfNoEntry: false })
  if (!staging?.isDirectory()) throw new DiskGone(`The folder has lost its ${STAGING_FOLDER}`)
  if (staging.dev !== top.device) throw new DiskGone(`${STAGING_FOLDER} is on another volume`)
}
