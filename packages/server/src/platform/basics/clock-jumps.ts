import { type Instant, MINUTE_MS } from '@holdfast/api/time'

/** What the clocks of two servers may differ by. */
const CLOCK_SKEW_MS = MINUTE_MS

/**
 * The latest time that can have been set by now for something that is `longest` ahead at most. Whatever is beyond that was set by a
 * clock that was wrong, and waiting for it could take years: it counts as over.
 */
export const latestFrom = (now: Instant, longest: number): Instant => now + longest + CLOCK_SKEW_MS

/** Whether a time that was set `longest` ahead at most is still to come. */
export const isToCome = (time: Instant, now: Instant, longest: number): boolean =>
  time > now && time <= latestFrom(now, longest)
