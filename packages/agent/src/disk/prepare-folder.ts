import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MARKER_FILE, STAGING_FOLDER } from '../core/ignore.ts'
import { CANNOT_SYNC } from '../words/folders.ts'
import { whyNotToSync } from './forbidden-folders.ts'
import { openOrMakeOwn } from './make-own-folder.ts'
import { findMarker, type Marker, markerText, readMarker } from './marker.ts'
import { OpenFolder } from './open-folder.ts'
import { isOurs, type OwnFolder, OwnFolderFinder } from './own-folder.ts'
import { Pace } from './pace.ts'

/** A folder cannot be kept equal to a root; the message says why, and what to do. */
export class FolderRefused extends Error {
  override name = 'FolderRefused'
}

export interface Preparing {
  readonly rootId: number
  /** The guid of the device. */
  readonly machine: string
  /** Folders that this agent keeps for other roots, and its own. */
  readonly others: readonly string[]
  /** System folders that a person allows all the same. */
  readonly allowed?: readonly string[]
  /** The folder, where it is open already, and where it is without links. */
  readonly opened?: { readonly folder: OpenFolder; readonly real: string }
  /** Whether this device still keeps a root: the marker of one that it has left counts for nothing. */
  readonly isKept?: (rootId: number) => boolean
}

/**
 * Makes a folder ready to be kept equal to a root: afterwards it has a marker, and a place for what is being fetched or was
 * taken. Nothing else makes these, so that a folder without them is known to be another one. A folder that was prepared
 * for this root and device keeps its marker.
 */
export async function prepareFolder(
  given: string,
  preparing: Preparing,
): Promise<{ folder: string; marker: Marker }> {
  const { opened } = preparing
  if (opened) return prepareOpened(opened.folder, opened.real, preparing)
  checkPlace(path.resolve(given), preparing)
  mkdirSync(given, { recursive: true })
  // What the path stands for may be elsewhere.
  const folder = realpathSync(given)
  using top = new OpenFolder(folder)
  return await prepareOpened(top, folder, preparing)
}

async function prepareOpened(top: OpenFolder, folder: string, preparing: Preparing) {
  checkPlace(folder, { ...preparing, others: preparing.others.map(realIfThere) })
  checkAbove(folder)
  await checkBelow(top, '')
  return { folder, marker: await mark(top, preparing) }
}

function checkPlace(folder: string, preparing: Preparing): void {
  const refused = whyNotToSync(folder, preparing)
  if (refused) throw new FolderRefused(refused)
}

const realIfThere = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder)

async function mark(top: OpenFolder, { rootId, machine, isKept }: Preparing): Promise<Marker> {
  const found = readMarker(top)
  const there = found?.marker
  const isLeft = there?.machine === machine && there.rootId !== rootId && isKept?.(there.rootId) === false
  const known = isLeft ? undefined : there
  if (known && known.identity === top.identity && (known.rootId !== rootId || known.machine !== machine))
    throw new FolderRefused(
      known.machine === machine
        ? CANNOT_SYNC.alreadySynced(known.rootId)
        : CANNOT_SYNC.otherDevice(MARKER_FILE),
    )
  // Others may have written the marker.
  using own = (found && isOurs(found.item) && findOwn(top, found.marker)) || openOrMakeOwn(top)
  await checkBirthTimes(own.folder.at(randomUUID()))
  if (known?.identity === top.identity && known.own === own.folder.identity) return known
  // What is known of a folder does not hold for its copy, nor for one that has lost what was about to be shown in it.
  const { identity } = top
  const marker = { rootId, machine, folder: randomUUID(), identity, own: own.folder.identity }
  writeMarker(top, own, marker)
  return marker
}

/** The one that was made before, under whatever name. */
function findOwn(top: OpenFolder, { own }: Marker): OwnFolder | undefined {
  const finder = new OwnFolderFinder(own)
  return own !== undefined && finder.isIn(top) ? finder.open(top) : undefined
}

/** Over whatever has its name, in one step. */
function writeMarker(top: OpenFolder, own: OwnFolder, marker: Marker): void {
  const made = own.folder.at(randomUUID())
  const fd = openSync(made, 'wx', 0o600)
  try {
    writeSync(fd, markerText(marker))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(made, top.at(MARKER_FILE))
  fsyncSync(top.fd)
}

/** Where files have no time of birth that stays, nobody could tell a new file from one that was moved. */
async function checkBirthTimes(probe: string): Promise<void> {
  const fd = openSync(probe, 'wx', 0o600)
  try {
    const { birthtimeNs } = fstatSync(fd, { bigint: true })
    await delay(20)
    writeSync(fd, 'x')
    const later = fstatSync(fd, { bigint: true })
    if (birthtimeNs === 0n || later.birthtimeNs !== birthtimeNs)
      throw new FolderRefused(CANNOT_SYNC.noBirthTimes)
  } finally {
    closeSync(fd)
    rmSync(probe)
  }
}

function checkAbove(folder: string): void {
  for (let above = path.dirname(folder); ; above = path.dirname(above)) {
    if (lstatSync(path.join(above, MARKER_FILE), { throwIfNoEntry: false }))
      throw new FolderRefused(CANNOT_SYNC.insideSynced(above))
    if (above === path.dirname(above)) return
  }
}

/** Folders of other roots, and other volumes, whose items could vanish at once. */
async function checkBelow(folder: OpenFolder, way: string, pace = new Pace()): Promise<void> {
  for (const entry of readdirSync(folder.path, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === STAGING_FOLDER || entry.name.includes('\ufffd')) continue
    await pace.breathe()
    const there = path.join(way, entry.name)
    using below = openIfAllowed(folder.at(entry.name))
    if (!below) continue
    if (below.device !== folder.device) throw new FolderRefused(CANNOT_SYNC.otherDisk(there))
    if (findMarker(below)?.identity === below.identity)
      throw new FolderRefused(CANNOT_SYNC.containsSynced(there))
    await checkBelow(below, there, pace)
  }
}

/** What may not be looked into is a matter for later, when it is reported. */
function openIfAllowed(at: string): OpenFolder | undefined {
  try {
    return new OpenFolder(at)
  } catch {
    return undefined
  }
}
