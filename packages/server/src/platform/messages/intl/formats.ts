import { sizeInWords } from '@holdfast/api/sizes'
import { parseDate, parseUtc } from '@holdfast/api/time'

/** How a language writes numbers, sizes and times, and which form it has for a number. Times are UTC. */
export interface Formats {
  /** `one` and `other` are all that English and German know; `#` stands for the number. */
  plural(count: number, one: string, other: string): string
  count(count: number): string
  /** Of a number from 0 to 100. */
  percent(percent: number): string
  size(bytes: number): string
  /** A day as the API has it, `YYYY-MM-DD`, or the day of a moment, `YYYY-MM-DDTHH:MM:SS`. */
  day(text: string): string
  /** A moment as the API has it, with its time, in UTC or in the zone that is given. It names the zone. */
  moment(text: string, timezone?: string): string
  /** The same in another zone, which it names: `Europe/Berlin`. */
  momentIn(text: string, timezone: string): string
}

/** Making what formats takes far longer than using it: each is made once, when it is first needed. */
const made = new Map<string, Formats>()

export function formatsOf(language: string): Formats {
  const formats = made.get(language) ?? makeFormats(language)
  made.set(language, formats)
  return formats
}

function makeFormats(language: string): Formats {
  const plurals = once(() => new Intl.PluralRules(language))
  const numbers = once(() => new Intl.NumberFormat(language))
  const percents = once(() => new Intl.NumberFormat(language, { style: 'percent' }))
  const days = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
  const moments = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  const momentIn = (text: string, timeZone: string): string => {
    const at = parseUtc(text)
    // Not kept: there are as many as there are zones, and each is shown seldom.
    const local = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    return `${at === undefined ? text : local.format(at)} (${timeZone.replaceAll('_', ' ')})`
  }
  return {
    plural: (count, one, other) =>
      (plurals().select(count) === 'one' ? one : other).replace('#', numbers().format(count)),
    count: (count) => numbers().format(count),
    percent: (percent) => percents().format(percent / 100),
    size: (bytes) => sizeInWords(bytes, language),
    day: (text) => {
      const at = parseDate(text) ?? parseUtc(text)
      return at === undefined ? text : days().format(at)
    },
    moment: (text, timezone = 'UTC') => {
      const at = parseUtc(text)
      if (timezone !== 'UTC') return momentIn(text, timezone)
      return `${at === undefined ? text : moments().format(at)} UTC`
    },
    momentIn,
  }
}

function once<T>(make: () => T): () => T {
  let kept: T | undefined
  return () => {
    kept ??= make()
    return kept
  }
}
