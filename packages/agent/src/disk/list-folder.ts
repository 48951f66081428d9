import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { Instant } from '@holdfast/api/time'
import { hasProgramBeside } from '../core/beside.ts'
import { isIgnored, MARKER_FILE } from '../core/ignore.ts'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { openAmong } from '../core/owner-files.ts'
import type { Kind } from '../core/remote-tree.ts'
import { type DiskEntry, DiskTrouble, type Unreadable } from '../ports/disk.ts'
import {
  type Item,
  identityOf,
  idOf,
  isCoarse,
  isRestless,
  itemAt,
  kindOf,
  secondOf,
  stampOf,
} from './identity.ts'
import { findMarker } from './marker.ts'
import type { OpenFolder } from './open-folder.ts'
import type { Pace } from './pace.ts'

/** The clock is not looked at for each. */
const GLANCES = 16

export interface Found {
  readonly entries: DiskEntry[]
  /** The same again where every name is, and all that an entry tells. */
  readonly mark: string | undefined
  readonly hidden: LocalId[]
  readonly mounted: string[]
  /** Names that are no text, and of folders on which another volume is mounted. */
  readonly untold: Pick<Unreadable, 'shownName' | 'why'>[]
  /** Files that programs have open, as what is beside them tells. */
  readonly inUse: LocalId[]
  /** A file in it was written so recently that it is to be looked at again. */
  readonly isRestless: boolean
}

/** What is in a folder, without links, sockets and devices: these are in no tree, and never followed or touched. */
export async function listFolder(
  folder: OpenFolder,
  pace: Pace,
  now: () => Instant,
  { mark, own }: { readonly mark?: string | undefined; readonly own?: string | undefined } = {},
): Promise<Found | 'same'> {
  const all = readdirSync(folder.path)
  const { names, ignored, unreadable, isMarked, open } = sortNames(folder, all)
  if (isMarked) checkNoOther(folder)
  const items: (Item | undefined)[] = []
  const mounted: string[] = []
  const numbers = new Float64Array(names.length * NUMBERS)
  let since = now()
  let someRestless = false
  let isExact = true
  for (const [number, rawName] of names.entries()) {
    if (number % GLANCES === 0 && pace.isDue) {
      await pace.breathe()
      since = now()
    }
    const item = itemAt(`${folder.path}/${rawName}`)
    // Others may have given our own folder a name of theirs.
    const kind = item && (isFolder(item, own) ? undefined : kindOf(item))
    // Of files only the folders' volumes count: some file systems show several for what is one.
    const isMounted = kind === 'folder' && item?.dev !== folder.device
    if (isMounted) mounted.push(rawName)
    items.push(kind && !isMounted ? item : undefined)
    if (!kind || isMounted) continue
    someRestless ||= kind === 'file' && isRestless(item, since)
    // Of numbers of inodes that are not safe, several look the same.
    isExact &&= typeof item.ino === 'number'
    noteNumbers(numbers, number * NUMBERS, item, kind)
  }
  const found = someRestless || !isExact ? undefined : markOf(all, numbers)
  if (found !== undefined && found === mark) return 'same'
  const entries: DiskEntry[] = []
  const inUse: LocalId[] = []
  const beside = new Set(someRestless ? all : [])
  for (const [number, rawName] of names.entries()) {
    const item = items[number]
    const kind = item && kindOf(item)
    if (!kind) continue
    const restless = kind === 'file' && isRestless(item, since)
    someRestless ||= restless
    const id = idOf(item, folder.id, rawName)
    if (open.has(rawName)) inUse.push(id)
    const size = kind === 'file' ? item.size : 0
    const fresh = restless && {
      writtenAt: item.mtimeMs,
      inUse: hasProgramBeside(rawName, beside),
      isCoarse: isCoarse(item),
    }
    const [stamp, modified] = [stampOf(item, since), secondOf(item)]
    entries.push({ id, kind, rawName, stamp, size, modified, restless, ...fresh })
  }
  const hidden = idsOf(folder, ignored)
  const untold = [
    ...unreadable.map((shownName) => ({ shownName, why: 'no_text' as const })),
    ...mounted.map((shownName) => ({ shownName, why: 'mounted' as const })),
  ]
  return { entries, mark: found, hidden, mounted, untold, inUse, isRestless: someRestless }
}

function idsOf(folder: OpenFolder, names: readonly string[]): LocalId[] {
  return names.flatMap((name) => {
    const item = itemAt(`${folder.path}/${name}`)
    return item && kindOf(item) ? idOf(item, folder.id, name) : []
  })
}

const isFolder = (item: Item, identity: string | undefined): boolean =>
  identity !== undefined && item.isDirectory() && identityOf(item) === identity

const NUMBERS = 6

/** All that the id and the stamp of an item are made of. */
function noteNumbers(numbers: Float64Array, at: number, item: Item, kind: Kind): void {
  numbers[at] = Number(item.ino)
  numbers[at + 1] = item.birthtimeMs
  // Never 0, which stands for what is in no tree.
  numbers[at + 2] = kind === 'folder' ? -1 : item.nlink
  if (kind === 'folder') return
  numbers[at + 3] = item.size
  numbers[at + 4] = item.mtimeMs
  numbers[at + 5] = item.ctimeMs
}

/** What is made of numbers is made faster, and is a fifth of what the entries would be: most looks find nothing else. */
const markOf = (names: readonly string[], numbers: Float64Array): string =>
  hash('sha256', names.join('/'), 'base64url') + hash('sha256', numbers, 'base64url')

/** Whether all that is in a folder is nobody's work, or is in no tree. */
export function holdsNothing(folder: OpenFolder, isLeftover: (id: DiskEntry['id']) => boolean): boolean {
  return sortNames(folder, readdirSync(folder.path)).names.every((name) => {
    const item = itemAt(`${folder.path}/${name}`)
    return !item || !kindOf(item) || isLeftover(idOf(item, folder.id, name))
  })
}

/** What a replaced byte is shown as: names with it may be no text. */
const REPLACED = '\ufffd'

function sortNames({ path }: OpenFolder, names: readonly string[]) {
  const unreadable = new Set<string>()
  if (names.some((name) => name.includes(REPLACED)))
    for (const name of readdirSync(path, { encoding: 'buffer' }))
      if (!isUtf8(name)) unreadable.add(name.toString())
  return {
    names: names.filter((name) => !isIgnored(name) && !unreadable.has(name)),
    ignored: names.filter((name) => isIgnored(name) && !unreadable.has(name)),
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
