import type { TimelineBar } from '@holdfast/api/files/history-figures'
import { DAY_MS, formatDate, formatUtc, type Instant, MINUTE_MS, parseDate } from '@holdfast/api/time'

/** How much time one bar of the strip stands for. */
export const ZOOMS = ['day', 'month', 'year'] as const
export type Zoom = (typeof ZOOMS)[number]

/** How many bars are shown at once. */
export const SHOWN: Record<Zoom, number> = { day: 35, month: 24, year: 10 }

export interface Bucket {
  /** Which day, month or year it is, counted from long ago. */
  index: number
  from: Instant
  /** When the next one begins. */
  end: Instant
  operations: number
  changes: number
  deleted: number
  /** The last change in it, where there is one. */
  toSeq: number | undefined
}

/** The day, month or year of a time where clocks are ahead of UTC by so many minutes. */
export function indexAt(at: Instant, zoom: Zoom, offset: number): number {
  const local = at + offset * MINUTE_MS
  if (zoom === 'day') return Math.floor(local / DAY_MS)
  const [year = 0, month = 1] = formatDate(local).split('-').map(Number)
  return zoom === 'year' ? year : year * 12 + month - 1
}

/** When it begins. */
export function beginOf(index: number, zoom: Zoom, offset: number): Instant {
  const two = (n: number) => String(n).padStart(2, '0')
  const [year, month] = zoom === 'month' ? [Math.floor(index / 12), (index % 12) + 1] : [index, 1]
  const local =
    zoom === 'day' ? index * DAY_MS : (parseDate(`${String(year).padStart(4, '0')}-${two(month)}-01`) ?? 0)
  return local - offset * MINUTE_MS
}

interface Window {
  zoom: Zoom
  offset: number
  /** The last bar. */
  last: number
}

/** All bars that are shown, oldest first, also those in which nothing happened. */
export function bucketsOf(bars: readonly TimelineBar[], { zoom, offset, last }: Window): Bucket[] {
  const first = last - SHOWN[zoom] + 1
  const buckets = Array.from({ length: SHOWN[zoom] }, (_, n): Bucket => {
    const index = first + n
    return {
      index,
      from: beginOf(index, zoom, offset),
      end: beginOf(index + 1, zoom, offset),
      ...{ operations: 0, changes: 0, deleted: 0, toSeq: undefined },
    }
  })
  for (const bar of bars) {
    const bucket = buckets[indexAt(Date.parse(`${bar.from}Z`), zoom, offset) - first]
    if (!bucket) continue
    bucket.operations += bar.operations
    bucket.changes += bar.changes
    bucket.deleted += bar.deleted
    bucket.toSeq = Math.max(bucket.toSeq ?? 0, bar.to_seq)
  }
  return buckets
}

/** In hundredths of the highest. By square roots: beside a day of thousands one of ten is still seen. */
export const heightOf = (changes: number, most: number): number =>
  changes === 0 || most === 0 ? 0 : Math.max(8, Math.round(100 * Math.sqrt(changes / most)))

/** The point to look at for a bar: after its last change, or the end of it; undefined for now. */
export function pointOf({ toSeq, end }: Bucket, now: Instant): string | undefined {
  if (toSeq !== undefined) return String(toSeq)
  return end > now ? undefined : formatUtc(end - 1000)
}
