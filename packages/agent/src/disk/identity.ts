import { hash } from 'node:crypto'
import { constants, fstatSync, lstatSync, type Stats } from 'node:fs'
import type { Instant } from '@holdfast/api/time'
import type { LocalId } from '../core/local-id.ts'
import type { Kind } from '../core/remote-tree.ts'
import type { Shown } from '../ports/disk.ts'
import { NotAsSeen } from './errors.ts'

/** A file system may keep times this coarsely: until then, two edits can look like one. */
export const SETTLED_MS = 2000
/** How far the clock of a file system may be ahead of ours. */
const AHEAD_MS = 60_000
/** Ends the stamp of a file that was written so recently that the next edit may not show in its times. */
const RESTLESS = '~'

/** What a file system says of an item. Some have numbers of inodes that only a bigint can hold. */
export interface Item extends Omit<Stats, 'ino'> {
  readonly ino: number | bigint
}

/** Undefined where nothing has the name. A link is a link. Numbers cost a tenth of what bigints do. */
export function itemAt(path: string): Item | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || Number.isSafeInteger(stats.ino)) return stats
  const exact = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return exact && Object.assign(stats as Item, { ino: exact.ino })
}

export function getItem(path: string): Item {
  const item = itemAt(path)
  if (!item) throw new NotAsSeen()
  return item
}

export function openItem(fd: number): Item {
  const stats = fstatSync(fd)
  if (Number.isSafeInteger(stats.ino)) return stats
  return Object.assign(stats as Item, { ino: fstatSync(fd, { bigint: true }).ino })
}

/**
 * What tells an item from all others of its volume, for ever: numbers of inodes are given again within seconds, but not with
 * the same time of birth.
 */
// Joined, as what a template makes takes three times as much memory: V8 keeps its parts.
export const identityOf = ({ ino, birthtimeMs }: Item): string => [ino, microseconds(birthtimeMs)].join('.')

const microseconds = (ms: number): number => Math.round(ms * 1000)

/** Undefined for what is in no tree: links, sockets, devices. */
export function kindOf({ mode }: Item): Kind | undefined {
  const type = mode & constants.S_IFMT
  if (type === constants.S_IFREG) return 'file'
  return type === constants.S_IFDIR ? 'folder' : undefined
}

/** A file with several names is an item under each of them. */
export function idOf(item: Item, folder: LocalId, rawName: string): LocalId {
  const identity = identityOf(item)
  const isAlone = item.nlink === 1 || kindOf(item) === 'folder'
  return (
    isAlone ? identity : `${identity}.${hash('sha256', `${folder}/${rawName}`, 'hex').slice(0, 16)}`
  ) as LocalId
}

export const modifiedOf = ({ mtimeMs }: Item): Instant => Math.floor(mtimeMs)

/** In whole seconds, as the service keeps times; null for folders. */
export const secondOf = (item: Item): Instant | null =>
  kindOf(item) === 'file' ? Math.floor(item.mtimeMs / 1000) * 1000 : null

export function isRestless({ mtimeMs }: Item, now: Instant): boolean {
  const age = now - mtimeMs
  return age < SETTLED_MS && age > -AHEAD_MS
}

/** Whether the file system keeps whole seconds only; `mtime` may be what somebody has set it to. */
export const isCoarse = ({ ctimeMs }: Item): boolean => ctimeMs % 1000 === 0

/** The stamp and the time of an item that we have put where it is. */
export const shownAs = (item: Item, now: Instant): Shown => ({
  stamp: stampOf(item, now),
  modified: secondOf(item),
})

/** A restless file gets another stamp once it has come to rest: so it is read once more, and no edit stays unseen. */
export const stampOf = (item: Item, now: Instant): string =>
  kindOf(item) === 'file' && isRestless(item, now) ? `${plainStamp(item)}${RESTLESS}` : plainStamp(item)

export const isRestlessStamp = (stamp: string): boolean => stamp.endsWith(RESTLESS)

/** As far as the file system can tell. */
export const hasStamp = (item: Item, stamp: string): boolean =>
  plainStamp(item) === (isRestlessStamp(stamp) ? stamp.slice(0, -RESTLESS.length) : stamp)

const plainStamp = (item: Item): string =>
  kindOf(item) === 'file' ? [item.size, microseconds(item.mtimeMs), microseconds(item.ctimeMs)].join('.') : ''

/** The same item, and nobody wrote to it. A name given or taken leaves this as it is. */
export const isUntouched = (one: Item, other: Item): boolean =>
  identityOf(one) === identityOf(other) && one.size === other.size && one.mtimeMs === other.mtimeMs
