import { fchmodSync, readdirSync } from 'node:fs'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { DiskGone } from '../ports/disk.ts'
import { MARKER } from '../words/folders.ts'
import { isMissing } from './errors.ts'
import { type Item, identityOf, itemAt, kindOf, openItem } from './identity.ts'
import { OpenFolder } from './open-folder.ts'

/** Folders in the folder of the agent's own. They are made once, with it. */
export const OWN_PARTS = ['staged', 'partial', 'bin'] as const
export type OwnPart = (typeof OWN_PARTS)[number]

const OTHERS_WRITE = 0o022
const PERMISSIONS = 0o777
export const OWN_MODE = 0o700

/**
 * Where the agent keeps what is being fetched and what it took, held open. Nobody else can look or write into it, so that
 * names in it lead to what the agent put there.
 */
export class OwnFolder implements Disposable {
  readonly folder: OpenFolder

  constructor(folder: OpenFolder) {
    this.folder = folder
  }

  at(part: OwnPart, name: string): string {
    // Checks the name.
    this.folder.at(name)
    return `${this.folder.path}/${part}/${name}`
  }

  list = (part: OwnPart): string[] => readdirSync(`${this.folder.path}/${part}`)
  open = (part: OwnPart): OpenFolder => new OpenFolder(this.folder.at(part))

  /** Where an item is that is elsewhere for a moment. */
  get via(): string {
    return this.folder.at('moved')
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]()
  }
}

/**
 * Knows the folder of the agent's own by what the file system calls it, as it was noted when it was made: anyone who can write to
 * the kept folder can give it another name, or put something else in its place, but can neither move it away nor remove it.
 */
export class OwnFolderFinder {
  #identity: string | undefined
  #name = STAGING_FOLDER

  /** Undefined where it was not noted: then it is the one that has the name, if only the agent can have made it. */
  constructor(identity: string | undefined) {
    this.#identity = identity
  }

  get identity(): string | undefined {
    return this.#identity
  }

  /** Whether it is in the folder, under whatever name. */
  isIn(top: OpenFolder): boolean {
    const known = itemAt(top.at(this.#name))
    if (known && this.#isIt(known, top)) return true
    if (this.#identity === undefined) return false
    for (const name of readdirSync(top.path)) {
      const item = itemAt(`${top.path}/${name}`)
      if (!item || !this.#isIt(item, top)) continue
      this.#name = name
      return true
    }
    return false
  }

  /** Throws `DiskGone` where it is not there, or others could have written into it. */
  open(top: OpenFolder): OwnFolder {
    for (let attempt = 0; attempt < ATTEMPTS && this.isIn(top); attempt++) {
      const folder = openIfFolder(top.at(this.#name))
      if (!folder) continue
      try {
        const item = openItem(folder.fd)
        if (this.#isIt(item, top)) return this.#taken(folder, item)
      } catch (error) {
        folder[Symbol.dispose]()
        throw error
      }
      // Another one took the name in between.
      folder[Symbol.dispose]()
    }
    throw new DiskGone(MARKER.lost(STAGING_FOLDER))
  }

  #taken(folder: OpenFolder, item: Item): OwnFolder {
    checkOurs(item)
    if ((item.mode & PERMISSIONS) !== OWN_MODE) fchmodSync(folder.fd, OWN_MODE)
    this.#identity ??= folder.identity
    return new OwnFolder(folder)
  }

  #isIt(item: Item, top: OpenFolder): boolean {
    if (kindOf(item) !== 'folder' || item.dev !== top.device) return false
    if (this.#identity !== undefined) return identityOf(item) === this.#identity
    return isOurs(item)
  }
}

const ATTEMPTS = 5

/** Whether the agent has made it, and nobody else can have written into it. */
export const isOurs = ({ uid, mode }: Item): boolean =>
  uid === (process.geteuid?.() ?? uid) && (mode & OTHERS_WRITE) === 0

function checkOurs(item: Item): void {
  if (!isOurs(item))
    throw new DiskGone(`Other accounts can write to ${STAGING_FOLDER} in the folder, so it is not used`)
}

function openIfFolder(at: string): OpenFolder | undefined {
  try {
    return new OpenFolder(at)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
