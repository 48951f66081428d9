import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { Instant } from '@holdfast/api/time'
import type { LocalId } from '../core/local-id.ts'
import type { Kind } from '../core/remote-tree.ts'

/** A file system may keep times this coarsely: until then, two edits can look like one. */
export const SETTLED_MS = 2000
/** How far the clock of a file system may be ahead of ours. */
const AHEAD_MS = 60_000
/** Ends the stamp of a file that was written so recently that the next edit may not show in its times. */
const RESTLESS = '~'
const NS_PER_MS = 1_000_000n

type Stats = Pick<BigIntStats, 'ino' | 'birthtimeNs' | 'nlink' | 'size' | 'mtimeNs' | 'ctimeNs'>

/**
 * What tells an item from all others of its volume, for ever: numbers of inodes are given again within seconds, but not with
 * the same time of birth.
 */
export const identityOf = ({ ino, birthtimeNs }: Pick<Stats, 'ino' | 'birthtimeNs'>): string =>
  `${ino}.${birthtimeNs}`

/** Undefined for what is in no tree: links, sockets, devices. */
export function kindOf(stats: BigIntStats): Kind | undefined {
  if (stats.isFile()) return 'file'
  return stats.isDirectory() ? 'folder' : undefined
}

/** A file with several names is an item under each of them. */
export function idOf(stats: BigIntStats, folder: LocalId, rawName: string): LocalId {
  const identity = identityOf(stats)
  const isAlone = stats.nlink === 1n || !stats.isFile()
  return (
    isAlone ? identity : `${identity}.${hash('sha256', `${folder}/${rawName}`, 'hex').slice(0, 16)}`
  ) as LocalId
}

export const modifiedOf = ({ mtimeNs }: Pick<Stats, 'mtimeNs'>): Instant => Number(mtimeNs / NS_PER_MS)

export function isRestless(stats: Pick<Stats, 'mtimeNs'>, now: Instant): boolean {
  const age = now - modifiedOf(stats)
  return age < SETTLED_MS && age > -AHEAD_MS
}

/** A restless file gets another stamp once it has come to rest: so it is read once more, and no edit stays unseen. */
export const stampOf = (stats: BigIntStats, now: Instant): string =>
  stats.isFile() && isRestless(stats, now) ? `${plainStamp(stats)}${RESTLESS}` : plainStamp(stats)

/** As far as the file system can tell. */
export const hasStamp = (stats: BigIntStats, stamp: string): boolean =>
  plainStamp(stats) === (stamp.endsWith(RESTLESS) ? stamp.slice(0, -RESTLESS.length) : stamp)

const plainStamp = (stats: BigIntStats): string =>
  stats.isFile() ? `${stats.size}.${stats.mtimeNs}.${stats.ctimeNs}` : ''

/** The same item, and nobody wrote to it. A name given or taken leaves this as it is. */
export const isUntouched = (one: Stats, other: Stats): boolean =>
  identityOf(one) === identityOf(other) && one.size === other.size && one.mtimeNs === other.mtimeNs
