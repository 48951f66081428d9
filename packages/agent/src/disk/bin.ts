import { randomUUID } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { DAY_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import { STAGING_FOLDER } from '../core/ignore.ts'
import type { Place } from './give-name.ts'
import { type Item, isRestless, itemAt, kindOf } from './identity.ts'
import type { OpenTop } from './open-top.ts'
import { findSmall } from './read-small.ts'

const KEPT_MS = 3 * DAY_MS
/** A program that had the file open may still write to it: it is looked at again then, and until it goes. */
export const LOOK_AGAIN_MS = MINUTE_MS
const NEW_MS = 5 * MINUTE_MS
const SHARE_OF_DISK = 0.05
const NOTE = '.json'
/** Keys come back from people: none leads elsewhere. */
const KEY = /^[0-9a-z]+-[0-9a-f]+$/

/** Something that the agent removed or replaced. */
export interface Binned {
  readonly key: string
  /** Where it was, from the top of the folder. */
  readonly from: string
  readonly at: Instant
  readonly why: 'removed' | 'replaced'
  readonly size: number
  /** When it was, as the file system has it: anyone who writes to it later changes this, or the size. */
  readonly modified: number
}

export type Lying = Binned & { readonly item: Item }

/** What the agent takes from a folder is here for some days: beside each file is a note of where it was, and when. */
export class Bin {
  readonly #now: () => Instant

  constructor(now: () => Instant) {
    this.#now = now
  }

  place(top: OpenTop, key: string): Place {
    return { path: top.own.at('bin', key), fromTop: `${STAGING_FOLDER}/bin/${key}` }
  }

  /** A place for what is about to be taken. */
  expect(top: OpenTop, why: Binned['why'], from: string, item: Item): Place {
    const at = this.#now()
    const key = `${at.toString(36)}-${randomUUID().slice(0, 8)}`
    const note = { from, at, why, size: item.size, modified: item.mtimeMs }
    const place = this.place(top, key)
    writeFileSync(`${place.path}${NOTE}`, JSON.stringify(note), { mode: 0o600 })
    return place
  }

  /** For ever. */
  drop(top: OpenTop, key: string): void {
    if (!KEY.test(key)) return
    const { path } = this.place(top, key)
    rmSync(path, { force: true })
    rmSync(`${path}${NOTE}`, { force: true })
  }

  /** The newest first. */
  list(top: OpenTop, since: Instant = 0): Lying[] {
    const names = top.own.list('bin')
    const keys = names.filter((name) => !name.endsWith(NOTE) && Number.parseInt(name, 36) >= since)
    return keys.flatMap((key) => this.find(top, key) ?? []).sort((one, other) => other.at - one.at)
  }

  find(top: OpenTop, key: string): Lying | undefined {
    if (!KEY.test(key)) return undefined
    const { path } = this.place(top, key)
    const item = itemAt(path)
    return item && kindOf(item) === 'file' ? { key, ...readNote(path, key, item), item } : undefined
  }

  /** What somebody has written to since it came, and has come to rest. */
  listWritten(top: OpenTop, how: 'all' | 'newest'): Lying[] {
    const now = this.#now()
    return this.list(top, how === 'all' ? 0 : now - NEW_MS).filter(
      (one) => now - one.at >= LOOK_AGAIN_MS && isWritten(one) && !isRestless(one.item, now),
    )
  }

  /** Drops what has been there long enough, and the oldest where it takes too much of the disk. */
  tidy(top: OpenTop): void {
    const { blocks, bsize } = statfsSync(top.path)
    const now = this.#now()
    let room = blocks * bsize * SHARE_OF_DISK
    for (const one of this.list(top)) {
      room -= one.size
      const age = now - one.at
      const isOver = age > KEPT_MS || (room < 0 && age > LOOK_AGAIN_MS)
      // What somebody writes to comes back.
      if (isOver && !isWritten(one)) this.drop(top, one.key)
    }
    this.#dropLoneNotes(top)
  }

  #dropLoneNotes(top: OpenTop): void {
    const names = new Set(top.own.list('bin'))
    for (const name of names)
      if (name.endsWith(NOTE) && !names.has(name.slice(0, -NOTE.length)))
        this.drop(top, name.slice(0, -NOTE.length))
  }
}

const isWritten = ({ size, modified, item }: Lying): boolean =>
  item.size !== size || item.mtimeMs !== modified

/** A loss of power may have taken the note: then only the file tells of itself. */
function readNote(path: string, key: string, item: Item): Omit<Binned, 'key'> {
  const found = findSmall(`${path}${NOTE}`)
  try {
    if (found) return JSON.parse(found.text) as Omit<Binned, 'key'>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const at = Number.parseInt(key, 36)
  return { from: key, at, why: 'removed', size: item.size, modified: item.mtimeMs }
}
