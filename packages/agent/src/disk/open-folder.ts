import { closeSync, constants, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import type { LocalId } from '../core/local-id.ts'
import type { Way } from '../core/local-tree.ts'
import { DiskTrouble } from '../ports/disk.ts'
import { isMissing, NotAsSeen } from './errors.ts'
import { identityOf, openItem } from './identity.ts'

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK
/** Where Linux shows what a process has opened. A path that begins there is looked up from that very folder, as by `openat`. */
export const HANDLES = '/proc/self/fd'
export const BY_HANDLE = process.platform === 'linux' && existsSync(HANDLES)

/** Where something that is open can be reached; its name, where a system has nothing better. */
export const pathOfOpen = (fd: number, name: string): string => (BY_HANDLE ? `${HANDLES}/${fd}` : name)

/**
 * A folder that is open. What is done to the paths it gives is done in this very folder, whatever others do meanwhile to its
 * name and those above it; where a system cannot do that, in what has its name.
 */
export class OpenFolder implements Disposable {
  readonly id: LocalId
  readonly fd: number
  /** Its volume. */
  readonly device: number
  readonly identity: string
  readonly path: string

  constructor(at: string | Buffer, id?: LocalId) {
    this.fd = openSync(at, FLAGS)
    const item = openItem(this.fd)
    this.device = item.dev
    this.identity = identityOf(item)
    this.id = id ?? (this.identity as LocalId)
    this.path = pathOfOpen(this.fd, String(at))
  }

  /** Names come from anywhere: none leads out of the folder. */
  at(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name) || path.basename(name) !== name)
      throw new DiskTrouble('denied', { cause: new Error('No item can have this name') })
    return `${this.path}/${name}`
  }

  [Symbol.dispose](): void {
    closeSync(this.fd)
  }
}

/** The folder at the end of a way, each folder of which must be the one that was seen. */
export function openWay(top: OpenFolder, way: Way): OpenFolder {
  let folder = openAgain(top)
  for (const { id, rawName } of way) {
    using above = folder
    folder = openChild(above, rawName)
    if (folder.id === id && folder.device === top.device) continue
    const isMounted = folder.device !== top.device
    folder[Symbol.dispose]()
    throw isMounted ? new DiskTrouble('mounted') : new NotAsSeen()
  }
  return folder
}

/** The folder at the end of a way of names, or the nearest above it: nothing is followed that is no folder by now. */
export function openNearest(top: OpenFolder, way: string): { folder: OpenFolder; way: string } & Disposable {
  let folder = openAgain(top)
  const found: string[] = []
  for (const name of way.split('/').filter((part) => part !== '.' && part !== '')) {
    const above = folder
    try {
      folder = new OpenFolder(above.at(name))
    } catch (error) {
      if (isMissing(error)) break
      above[Symbol.dispose]()
      throw error
    }
    above[Symbol.dispose]()
    found.push(name)
  }
  return { folder, way: found.join('/'), [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

export const openAgain = (folder: OpenFolder): OpenFolder => new OpenFolder(`${folder.path}/.`, folder.id)

function openChild(above: OpenFolder, rawName: string): OpenFolder {
  try {
    return new OpenFolder(above.at(rawName))
  } catch (error) {
    throw isMissing(error) ? new NotAsSeen() : error
  }
}
