import { isUtf8 } from 'node:buffer'
import { readdirSync } from 'node:fs'
import type { Instant } from '@holdfast/api/time'
import { isIgnored, MARKER_FILE } from '../core/ignore.ts'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { openAmong } from '../core/owner-files.ts'
import { type DiskEntry, DiskTrouble } from '../ports/disk.ts'
import { idOf, isRestless, itemAt, kindOf, stampOf } from './identity.ts'
import { findMarker } from './marker.ts'
import type { OpenFolder } from './open-folder.ts'
import type { Pace } from './pace.ts'

/** The clock is not looked at for each. */
const GLANCES = 16

export interface Listing {
  readonly entries: DiskEntry[]
  /** Names that are no text, as far as they can be shown. */
  readonly unreadable: string[]
  /** Files that programs have open, as what lies beside them tells. */
  readonly inUse: LocalId[]
  /** A file in it was written so recently that it is to be looked at again. */
  readonly isRestless: boolean
}

/** What lies in a folder, without links, sockets and devices: these are in no tree, and never followed or touched. */
export async function listFolder(folder: OpenFolder, pace: Pace, now: () => Instant): Promise<Listing> {
  const { names, unreadable, isMarked, open } = readNames(folder)
  if (isMarked) checkNoOther(folder)
  const entries: DiskEntry[] = []
  const inUse: LocalId[] = []
  let someRestless = false
  let at = now()
  for (const [number, rawName] of names.entries()) {
    if (number % GLANCES === 0 && pace.isDue) {
      await pace.breathe()
      at = now()
    }
    const item = itemAt(`${folder.path}/${rawName}`)
    const kind = item && kindOf(item)
    if (!kind) continue
    if (kind === 'folder' && item.dev !== folder.device)
      throw new DiskTrouble('broken', { cause: new Error(`Another volume is mounted at ${rawName}`) })
    const restless = kind === 'file' && isRestless(item, at)
    someRestless ||= restless
    const size = kind === 'file' ? item.size : 0
    const id = idOf(item, folder.id, rawName)
    if (open.has(rawName)) inUse.push(id)
    entries.push({ id, kind, rawName, stamp: stampOf(item, at), size, restless })
  }
  return { entries, unreadable, inUse, isRestless: someRestless }
}

/** Whether all that lies in a folder is nobody's work, or is in no tree. */
export function holdsNothing(folder: OpenFolder, isLeftover: (id: DiskEntry['id']) => boolean): boolean {
  return readNames(folder).names.every((name) => {
    const item = itemAt(`${folder.path}/${name}`)
    return !item || !kindOf(item) || isLeftover(idOf(item, folder.id, name))
  })
}

/** What a replaced byte is shown as: names with it may be no text. */
const REPLACED = '\ufffd'

function readNames({ path }: OpenFolder) {
  const names = readdirSync(path)
  const unreadable = new Set<string>()
  if (names.some((name) => name.includes(REPLACED)))
    for (const name of readdirSync(path, { encoding: 'buffer' }))
      if (!isUtf8(name)) unreadable.add(name.toString())
  return {
    names: names.filter((name) => !isIgnored(name) && !unreadable.has(name)),
    unreadable: [...unreadable],
    isMarked: names.includes(MARKER_FILE),
    open: openAmong(names),
  }
}

/** A folder that another root is kept in is not ours to look at. */
function checkNoOther(folder: OpenFolder): void {
  if (folder.id === TOP_LOCAL) return
  if (findMarker(folder)?.identity === folder.identity)
    throw new DiskTrouble('denied', { cause: new Error('Another root is kept in this folder') })
}
