import type { Instant } from '@holdfast/api/time'
import type { LocalId } from './local-id.ts'

/** A file that looks finished is read once nobody has written to it for so long. */
export const PAUSE_MS = 300
/** Any other one that was written just now is read after this. */
export const SETTLE_MS = 2000
/** While more files than this wait to be read, somebody is copying: reading each of them twice would cost too much. */
export const MOST_EARLY = 100
/** Reading a larger one twice would cost too much. */
const LARGEST = 8 * 1024 * 1024
const LATELY_MS = 10_000
/** A file that changes in more of the last ten seconds is a log, a database, or a download. */
const MOST_BUSY_SECONDS = 2

/** A file that was written just now, as one look found it. */
export interface Sight {
  readonly id: LocalId
  readonly size: number
  readonly writtenAt: Instant
  /** What is beside it tells that a program is at it. */
  readonly inUse: boolean
}

/** What earlier looks found under the same name. */
export interface Past {
  readonly id: LocalId
  readonly size: number
  readonly seenAt: Instant
  /** The seconds of the clock in which it had changed. */
  readonly busySeconds: readonly number[]
}

/** Whether its writer seems to be done, so that it is read as soon as two looks agree. */
export function looksFinished(sight: Sight, past: Past | undefined, now: Instant): boolean {
  const { id, size, writtenAt, inUse } = sight
  // A clock that is ahead of ours does not tell how long ago that was.
  if (inUse || size === 0 || size > LARGEST || writtenAt > now) return false
  const isGrowing = past !== undefined && past.id === id && size > past.size && now - past.seenAt < LATELY_MS
  return !isGrowing && withSight(past, sight, now).busySeconds.length <= MOST_BUSY_SECONDS
}

/** What is remembered of it for the next look. */
export function withSight(past: Past | undefined, { id, size }: Sight, now: Instant): Past {
  const since = secondOf(now - LATELY_MS)
  const earlier = past?.busySeconds.filter((second) => second > since) ?? []
  return { id, size, seenAt: now, busySeconds: [...new Set([...earlier, secondOf(now)])] }
}

const secondOf = (at: Instant): number => Math.floor(at / 1000)
