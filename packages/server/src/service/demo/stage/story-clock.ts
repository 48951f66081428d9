import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, minuteOnTheWall } from '@holdfast/api/time'

const WEEK_MS = 7 * DAY_MS
/** The first of January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3

/** The clock of the installation while its past is made: it stands still until the story moves it, and never goes back. */
export class StoryClock {
  /** When the story ends. */
  readonly end: Instant
  #now: Instant

  constructor(end: Instant, weeks: number) {
    this.end = end
    this.#now = this.at({ weeksAgo: weeks, day: 0, time: '08:00' })
  }

  readonly now = (): Instant => this.#now

  /** What has passed already stays so. */
  moveTo(at: Instant): void {
    this.#now = Math.min(Math.max(this.#now, at), this.end)
  }

  pass(by: { minutes?: number; seconds?: number }): void {
    this.moveTo(this.#now + (by.minutes ?? 0) * MINUTE_MS + (by.seconds ?? 0) * 1000)
  }

  /** A time of day as clocks show it where this runs, on a day (0 for Monday) of a week before this one. */
  at({ weeksAgo, day, time }: { weeksAgo: number; day: number; time: string }): Instant {
    const midnight = midnightOf(this.end)
    // At noon it is the same day everywhere.
    const weekday = (Math.floor((midnight + DAY_MS / 2) / DAY_MS) + FIRST_WEEKDAY) % 7
    // Where clocks were changed meanwhile, that day begins an hour earlier or later.
    const morning = midnightOf(midnight + (day - weekday) * DAY_MS - weeksAgo * WEEK_MS + DAY_MS / 2)
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return morning + hours * HOUR_MS + minutes * MINUTE_MS
  }
}

const midnightOf = (at: Instant): Instant => at - minuteOnTheWall(at) * MINUTE_MS - (at % MINUTE_MS)
