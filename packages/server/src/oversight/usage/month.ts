import { formatUtc, type Instant, parseDate } from '@holdfast/api/time'

/** The month of a moment, as `2026-11`. Months are those of UTC, for everyone alike. */
export const monthOf = (at: Instant): string => formatUtc(at).slice(0, 7)

/** When a month ends, which is when the next one begins; undefined for what is no month in exactly this form. */
export function endOfMonth(month: string): Instant | undefined {
  if (!/^\d{4}-\d{2}$/.test(month) || parseDate(`${month}-01`) === undefined) return undefined
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? [year + 1, 1] : [year, number + 1]
  const [nextYear, nextNumber] = next.map(String)
  return parseDate(`${nextYear?.padStart(4, '0')}-${nextNumber?.padStart(2, '0')}-01`)
}
