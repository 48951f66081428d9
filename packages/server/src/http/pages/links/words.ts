import { sizeInWords } from '@holdfast/api/sizes'
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

export const sizeOf = (bytes: number): string => sizeInWords(bytes, 'en-GB')
