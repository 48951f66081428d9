import { formatUtc, type Instant, parseDate, parseUtc } from '@holdfast/api/time'
import { type Html, html } from '../frame/markup.ts'

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The day of a moment as the API tells it. */
export function dayOf(moment: string): Html | undefined {
  const at = parseUtc(moment)
  return at === undefined ? undefined : timeTag(at)
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const timeTag = (at: Instant): Html =>
  html`<time datetime="${`${formatUtc(at)}Z`}" title="${MOMENT.format(at)} (UTC)">${DAY.format(at)}</time>`

/** The last day of a link. */
export function lastDay(day: string): string {
  const at = parseDate(day)
  return at === undefined ? day : DAY.format(at)
}

export const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${new Intl.NumberFormat('en-GB').format(count)} ${many}`

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB']
const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const TENTHS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** A size as people write it: no more digits than anyone looks at. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, 'byte', 'bytes')
  let size = bytes / 1024
  let unit = 0
  // What would be rounded to 1024 is one of the next unit.
  for (; size >= 1023.5 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${(size < 9.95 ? TENTHS : WHOLE).format(size)} ${UNITS[unit]}`
}
