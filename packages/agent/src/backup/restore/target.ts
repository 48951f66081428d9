import { randomBytes } from 'node:crypto'
import {
  type BigIntStats,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  unlinkSync,
} from 'node:fs'
import { formatDate, type Instant } from '@holdfast/api/time'
import { isItemName, type RawName } from '../../core/backup-meta.ts'
import { hasNoLinks, isTaken } from '../../disk/errors.ts'
import { OpenFolder } from '../../disk/open-folder.ts'
import { RESTORE } from '../../words/backups.ts'
import { HeldItem, isSameItem } from './held-item.ts'

/** Begins the name of what is not yet what it is to be; its rest is drawn. */
const TEMPORARY = /^\.holdfast-restore-[0-9a-f]{24}$/
const temporaryName = (): string => `.holdfast-restore-${randomBytes(12).toString('hex')}`

const MAX_NAME_BYTES = 255
/** What is longer, with its dot, is part of a name. */
const MAX_EXTENSION_BYTES = 16

/** Somebody else does something to the same name all the time. */
class Contested extends Error {
  override name = 'Contested'
}
const CONTESTED = RESTORE.beingChanged
const ATTEMPTS = 5

/**
 * A folder that is restored to. It is held open, and every path that it gives leads to an item directly in it: whatever
 * becomes of names above it, and wherever links lead, nothing is written elsewhere.
 */
export class TargetFolder implements Disposable {
  readonly #folder: OpenFolder

  constructor(at: string | Buffer) {
    this.#folder = new OpenFolder(at)
  }

  /** Itself, to set what it is to have. */
  get item(): HeldItem {
    return new HeldItem(Buffer.from(`${this.#folder.path}/.`), this.#folder.fd)
  }

  at(raw: RawName): Buffer {
    if (!isItemName(raw)) throw new Error('No item can have this name')
    return Buffer.concat([Buffer.from(`${this.#folder.path}/`), Buffer.from(raw, 'latin1')])
  }

  find = (raw: RawName): BigIntStats | undefined =>
    lstatSync(this.at(raw), { bigint: true, throwIfNoEntry: false })

  open = (raw: RawName): TargetFolder => new TargetFolder(this.at(raw))

  /** One that nothing has the name of yet. Throws where somebody put another one in its place. */
  make(raw: RawName): TargetFolder {
    mkdirSync(this.at(raw), 0o700)
    const made = this.open(raw)
    const { uid } = made.item.stats
    if (process.geteuid === undefined || uid === BigInt(process.geteuid())) return made
    made[Symbol.dispose]()
    throw new Contested(CONTESTED)
  }

  /** A path that nothing has yet; what is left there by a crash is removed when the folder is restored to again. */
  temporary = (): Buffer => Buffer.from(`${this.#folder.path}/${temporaryName()}`)

  removeTemporary(): void {
    for (const name of readdirSync(this.#folder.path))
      if (TEMPORARY.test(name)) this.#remove(`${this.#folder.path}/${name}`, () => true)
  }

  /** What was made there, unless somebody put another item under its name. */
  drop(temporary: Buffer, made: BigIntStats | undefined): void {
    this.#remove(temporary, (there) => made === undefined || isSameItem(there, made))
  }

  #remove(path: string | Buffer, isOurs: (there: BigIntStats) => boolean): void {
    const there = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (there && !there.isDirectory() && isOurs(there)) unlinkSync(path)
  }

  /** Gives a finished item its name. What has the name goes aside: it is there under one of both names at any time. */
  place(temporary: Buffer, made: BigIntStats, raw: RawName, now: Instant): 'new' | 'instead' {
    const placed = this.#place(temporary, raw, now)
    if (!isSameItem(this.find(raw), made)) throw new Contested(CONTESTED)
    return placed
  }

  #place(temporary: Buffer, raw: RawName, now: Instant): 'new' | 'instead' {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const there = this.find(raw)
      if (there && !there.isDirectory() && this.#linkAside(raw, now)) {
        renameSync(temporary, this.at(raw))
        return 'instead'
      }
      if (there) this.putAside(raw, now)
      if (this.#giveName(temporary, raw)) return there ? 'instead' : 'new'
    }
    throw new Contested(CONTESTED)
  }

  /** Gives what has a name another one that nothing has. */
  putAside(raw: RawName, now: Instant): void {
    for (const aside of asideNames(raw, now)) {
      if (this.find(aside)) continue
      renameSync(this.at(raw), this.at(aside))
      return
    }
  }

  flush(): void {
    fsyncSync(this.#folder.fd)
  }

  /** False where files have one name only. */
  #linkAside(raw: RawName, now: Instant): boolean {
    for (const aside of asideNames(raw, now))
      try {
        linkSync(this.at(raw), this.at(aside))
        return true
      } catch (error) {
        if (hasNoLinks(error)) return false
        if (!isTaken(error)) throw error
      }
    return false
  }

  /** False if something has the name by now. */
  #giveName(temporary: Buffer, raw: RawName): boolean {
    try {
      linkSync(temporary, this.at(raw))
      unlinkSync(temporary)
      return true
    } catch (error) {
      if (isTaken(error)) return false
      if (!hasNoLinks(error)) throw error
    }
    if (this.find(raw)) return false
    renameSync(temporary, this.at(raw))
    return true
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}

/**
 * `name (before restore 2027-01-31).txt`, then the same with numbers: it opens with the same program as before. A long name is cut
 * to make room.
 */
export function* asideNames(raw: RawName, now: Instant): Generator<RawName> {
  const dot = raw.lastIndexOf('.')
  const extension = dot > 0 && raw.length - dot <= MAX_EXTENSION_BYTES ? raw.slice(dot) : ''
  const stem = raw.slice(0, raw.length - extension.length)
  for (let number = 1; ; number++) {
    const end = ` (before restore ${formatDate(now)}${number === 1 ? '' : ` ${number}`})${extension}`
    yield stem.slice(0, MAX_NAME_BYTES - end.length) + end
  }
}
