import { HOUR_MS, type Instant, MINUTE_MS, minuteOnTheWall } from '@holdfast/api/time'

/** When a backup is made, as people set it; what they leave open is decided here. */
export interface Schedule {
  readonly everyMinutes: number
  /** Nobody has said how often: then changes are backed up sooner. */
  readonly isLeftToUs: boolean
  /** Minutes of the day by the clock on the wall, the second not included; undefined for the whole day. */
  readonly window: { readonly start: number; readonly end: number } | undefined
  readonly isPaused: boolean
}

const EVERY_MINUTES = 4 * 60

/** As the configuration of a device has it. */
export function readSchedule(given: unknown): Schedule {
  const { every_minutes, window_start, window_end, paused } = (given ?? {}) as Record<string, unknown>
  const [start, end] = [minuteIn(window_start), minuteIn(window_end)]
  const isSet = typeof every_minutes === 'number' && every_minutes >= 1
  return {
    everyMinutes: isSet ? every_minutes : EVERY_MINUTES,
    isLeftToUs: !isSet,
    window: start === undefined || end === undefined || start === end ? undefined : { start, end },
    isPaused: paused === true,
  }
}

function minuteIn(text: unknown): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(String(text)) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

export interface RunsSoFar {
  /** When the last one began, however it ended; undefined before the first. */
  readonly lastAt: Instant | undefined
  /** When something in the folder was last seen to change since; undefined where nobody watches, or nothing did. */
  readonly changedAt?: Instant | undefined
}

/** Changes are backed up when nothing more happened for a while, and not all the time. */
const QUIET_MS = 5 * MINUTE_MS
const LEAST_MS = 15 * MINUTE_MS
/** In a window, runs begin a little sooner each time until they begin with it, instead of slipping out of its end. */
const SLACK_SHARE = 0.1
const MOST_SLACK_MS = 30 * MINUTE_MS
/** Some window opens within this time, whatever happens to the clock. */
const SEARCHED_MS = 49 * HOUR_MS

/**
 * When the next run is to begin: now, if that is not later. Undefined while it rests. `minuteOfDay` is what the clock on
 * the wall shows: it may jump, for the summer or because someone sets it.
 */
export function nextRunAt(
  { everyMinutes, isLeftToUs, window, isPaused }: Schedule,
  { lastAt, changedAt }: RunsSoFar,
  now: Instant,
  minuteOfDay: (at: Instant) => number = minuteOnTheWall,
): Instant | undefined {
  if (isPaused) return undefined
  // One that begins in the future was made before the clock was set back.
  const last = lastAt === undefined || lastAt > now ? undefined : lastAt
  const everyMs = everyMinutes * MINUTE_MS
  const slack = window ? Math.min(everyMs * SLACK_SHARE, MOST_SLACK_MS) : 0
  const regular = last === undefined ? now : last + everyMs - slack
  const early =
    last === undefined || changedAt === undefined || !isLeftToUs
      ? regular
      : Math.max(last + LEAST_MS, Math.min(changedAt, now) + QUIET_MS)
  const due = Math.max(now, Math.min(regular, early))
  return window ? firstIn(window, due, minuteOfDay) : due
}

function firstIn(
  { start, end }: { start: number; end: number },
  from: Instant,
  minuteOfDay: (at: Instant) => number,
): Instant {
  const isIn = (at: Instant) => {
    const minute = minuteOfDay(at)
    return start < end ? minute >= start && minute < end : minute >= start || minute < end
  }
  if (isIn(from)) return from
  const firstMinute = Math.ceil(from / MINUTE_MS) * MINUTE_MS
  for (let at = firstMinute; at < from + SEARCHED_MS; at += MINUTE_MS) if (isIn(at)) return at
  // Its time is never shown: the day has no such minute.
  return from
}
