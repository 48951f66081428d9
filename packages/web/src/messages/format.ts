import { sizeInWords } from '@holdfast/api/sizes'
import * as clock from '../platform/clock.ts'
import { agoFormat, dateFormat, listFormat, numberFormat } from './intl/formatters.ts'
import { locale, t } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let zone: { timeZone?: string } = {}

/** In which times are shown: that of the device, where the account has none or a browser does not know it. */
export function setTimeZone(name: string): void {
  try {
    zone =
      name === 'UTC'
        ? {}
        : { timeZone: new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone }
  } catch {
    zone = {}
  }
}

/** The time zone in which times are shown. */
export const timeZoneName = (): string =>
  zone.timeZone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone

/** In one piece: a number and its unit are never on two lines. */
export const formatSize = (bytes: number): string => sizeInWords(bytes, locale).replace(' ', '\u00a0')

/** With a sign before it, also where it has grown. */
export const formatGrowth = (bytes: number): string =>
  `${bytes < 0 ? '−' : '+'}${formatSize(Math.abs(bytes))}`

export const formatCount = (count: number): string => numberFormat(locale).format(count)

/** The server's times are UTC and do not say so. */
export const timeOf = (text: string): number =>
  Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)

/** How long ago, within a day; then the date. */
export function formatTime(text: string, now = clock.now()): string {
  const time = timeOf(text)
  const seconds = Math.round((time - now) / 1000)
  const relative = agoFormat(locale, { numeric: 'auto' })
  if (Math.abs(seconds) < 45) return t.time.justNow
  if (Math.abs(seconds) < 45 * 60) return relative.format(Math.round(seconds / 60), 'minute')
  if (Math.abs(now - time) < DAY_MS) return relative.format(Math.round(seconds / 3600), 'hour')
  const sameYear = yearOf(time) === yearOf(now)
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...zone,
    ...(!sameYear && { year: 'numeric' }),
  }
  return dateFormat(locale, options).format(time)
}

/** The same with the time of the day: several things may have happened on one. */
export const formatMoment = (text: string, now = clock.now()): string =>
  Math.abs(now - timeOf(text)) < DAY_MS ? formatTime(text, now) : formatDateTime(text)

export const formatDateTime = (text: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(timeOf(text))

/** Days as addresses and fields have them, for people. */
export const formatDays = (from: string, to = from): string => {
  const noonOf = (day: string) => Date.parse(`${day}T12:00:00`)
  return dateFormat(locale, { dateStyle: 'medium' }).formatRange(noonOf(from), noonOf(to))
}

/** The day by its name. */
export const formatWeekday = (at: number): string =>
  dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...zone,
  }).format(at)

export const formatClock = (text: string): string =>
  dateFormat(locale, { timeStyle: 'medium', ...zone }).format(timeOf(text))

/** A time as one says it: with the day by its name, without seconds. */
export const formatPoint = (at: number): string =>
  dateFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
    ...(yearOf(at) !== yearOf(clock.now()) && { year: 'numeric' }),
    ...zone,
  }).format(at)

/** Minutes by which the clock that people read is ahead of UTC at some time. */
export function utcOffsetAt(at: number): number {
  // Swedes write times as the wire has them.
  const local = dateFormat('sv', { dateStyle: 'short', timeStyle: 'medium', ...zone }).format(at)
  return Math.round((timeOf(local.replace(' ', 'T')) - at) / 60_000)
}

const yearOf = (time: number): string => dateFormat(locale, { year: 'numeric', ...zone }).format(time)

export const formatExactTime = (text: string): string =>
  dateFormat(locale, { dateStyle: 'full', timeStyle: 'medium', ...zone }).format(timeOf(text))

/** A day as the server names it, which is one of UTC wherever it is read. */
export const formatDay = (date: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date.slice(0, 10)))

/** One after the other, as the language joins them. */
/** The time of the day, to the minute. */
export const formatMinute = (text: string): string =>
  dateFormat(locale, { timeStyle: 'short', ...zone }).format(timeOf(text))

/** The month that a day is in. */
export const formatMonth = (date: string): string =>
  dateFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`))

/** The same with its year, of a month as the server names it. */
export const formatMonthYear = (month: string): string =>
  dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )

/** Hundredths of a currency, which may be one that nobody knows. */
export function formatMoney(cents: number, currency: string | null): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const isCode = currency !== null && /^[A-Z]{3}$/i.test(currency)
  if (isCode) return numberFormat(locale, { style: 'currency', currency, ...digits }).format(cents / 100)
  const amount = numberFormat(locale, digits).format(cents / 100)
  return currency === null ? amount : `${amount} ${shownName(currency)}`
}

export const formatNames = (names: readonly string[]): string => listFormat(locale).format(names)

// They could turn a name around, so that it reads as another one, or reach out of it into the text beside it.
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name that others chose, as it may be shown. */
export const shownName = (name: string): string => name.replaceAll(BIDI_CONTROLS, '')
