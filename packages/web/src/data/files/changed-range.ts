import { dateFormat } from '../../messages/intl/formatters.ts'

const DAY_MS = 24 * 60 * 60 * 1000

// Swedes write dates as addresses do.
const dayOf = (time: number): string => dateFormat('sv-SE', { dateStyle: 'short' }).format(time)
/** By the clock on the wall, as people mean days. */
const beginOf = (day: string): number => Date.parse(`${day}T00:00:00`)
// Days with a change of clocks have 23 or 25 hours.
const dayAfter = (day: string): string => dayOf(beginOf(day) + 1.5 * DAY_MS)

/** From when until when a span of days is, the last second included. */
export function changedRange(changed: string, now: number): { from?: number; to?: number } {
  const today = dayOf(now)
  const begin = {
    today: () => today,
    week: () => dayOf(beginOf(today) - 5.5 * DAY_MS),
    month: () => dayOf(beginOf(today) - 28.5 * DAY_MS),
    year: () => `${today.slice(0, 4)}-01-01`,
  }[changed]
  if (begin) return { from: beginOf(begin()) }
  const [from, to] = changed.split('..')
  return { ...(from && { from: beginOf(from) }), ...(to && { to: beginOf(dayAfter(to)) - 1000 }) }
}

export type DayGroup = 'today' | 'yesterday' | 'week' | 'before'

/** How people speak of how long ago something was. */
export function dayGroupOf(time: number, now: number): DayGroup {
  const today = beginOf(dayOf(now))
  if (time >= today) return 'today'
  if (time >= beginOf(dayOf(today - DAY_MS / 2))) return 'yesterday'
  return time >= beginOf(dayOf(today - 5.5 * DAY_MS)) ? 'week' : 'before'
}
