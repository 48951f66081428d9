/** Milliseconds since 1970, UTC. The service keeps these; only the wire sees text. */
export type Instant = number

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

let lastDay = Number.NaN
let lastDayText = ''

/** `YYYY-MM-DDTHH:MM:SS`, the only date/time form on the wire. */
export function formatUtc(at: Instant): string {
  const day = Math.floor(at / DAY_MS)
  // Lists hold thousands of times, mostly of few days: working out the calendar for each is what costs.
  if (day !== lastDay) {
    lastDayText = new Date(at).toISOString().slice(0, 11)
    lastDay = day
  }
  const minutes = Math.floor((at - day * DAY_MS) / MINUTE_MS)
  const seconds = Math.floor((at - day * DAY_MS) / 1000) % 60
  return `${lastDayText}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds]}`
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** `YYYY-MM-DD`. */
export const formatDate = (at: Instant): string => new Date(at).toISOString().slice(0, 10)

/** The minute of the day that clocks show where this runs. */
export function minuteOnTheWall(at: Instant): number {
  const date = new Date(at)
  return date.getHours() * 60 + date.getMinutes()
}

/** As HTTP has it: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const formatHttpDate = (at: Instant): string => new Date(at).toUTCString()

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** Gives undefined for what is not a real day in exactly this form, such as `2026-02-30`. */
export function parseDate(text: string): Instant | undefined {
  return DATE.test(text) ? exactly(text, Date.parse(`${text}T00:00:00Z`), formatDate) : undefined
}

/** Gives undefined for what is not a real moment in exactly this form. */
export function parseUtc(text: string): Instant | undefined {
  return DATE_TIME.test(text) ? exactly(text, Date.parse(`${text}Z`), formatUtc) : undefined
}

// Date.parse rolls 30 February over to March; a value must read back as it was written.
function exactly(text: string, at: number, format: (at: Instant) => string): Instant | undefined {
  return Number.isNaN(at) || format(at) !== text ? undefined : at
}
