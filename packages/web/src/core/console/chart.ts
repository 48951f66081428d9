import { DAY_MS, parseDate } from '@holdfast/api/time'

/** One day of a chart: what it adds up, from below. */
export interface Point {
  /** As `2026-11-30`. */
  day: string
  values: readonly number[]
}

export interface Frame {
  width: number
  height: number
  /** The first and last day that it has room for. */
  from: string
  to: string
  /** What its upper edge stands for. */
  top: number
}

const KILO = 1024
const dayOf = (day: string): number => (parseDate(day) ?? 0) / DAY_MS
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

export const highestOf = (points: readonly Point[]): number =>
  Math.max(0, ...points.map((p) => sumOf(p.values)))

/** Round steps of 1, 2 or 5, from nothing to above the highest. */
function stepsTo(highest: number, step: number): number[] {
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, n) => n * step)
}

/** Of four parts of something, about the length of each. */
function roundStep(highest: number): number {
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power
}

/** Lines to read numbers of things by: there is no half of one. */
export const countTicksOf = (highest: number): number[] =>
  highest <= 0 ? [0, 1] : stepsTo(highest, Math.max(1, roundStep(highest)))

/** Lines to read sizes by: steps of 1, 2 or 5 of one unit, from nothing to above the highest. */
export function ticksOf(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  let unit = 1
  while (highest / unit >= KILO) unit *= KILO
  return stepsTo(highest, roundStep(highest / unit) * unit)
}

export const xOf = (day: string, { from, to, width }: Frame): number => {
  const days = dayOf(to) - dayOf(from)
  return days === 0 ? width / 2 : ((dayOf(day) - dayOf(from)) / days) * width
}
export const yOf = (value: number, { top, height }: Frame): number => height - (value / top) * height

/** Where days are missing, nothing is drawn: a line would say what nobody knows. */
export function stretchesOf(points: readonly Point[], longestGap = 1): Point[][] {
  const stretches: Point[][] = []
  for (const point of points) {
    const current = stretches.at(-1)
    const before = current?.at(-1)
    if (current && before && dayOf(point.day) - dayOf(before.day) <= longestGap) current.push(point)
    else stretches.push([point])
  }
  return stretches
}

/** The outline of one layer of the areas: along its upper edge, and back along what it stands on. */
export function areaPath(stretch: readonly Point[], layer: number, frame: Frame): string {
  const place = ({ day, values }: Point, count: number) =>
    `${round(xOf(day, frame))} ${round(yOf(sumOf(values.slice(0, count)), frame))}`
  const upper = stretch.map((point) => place(point, layer + 1))
  const lower = stretch.map((point) => place(point, layer)).reverse()
  return `M${[...upper, ...lower].join('L')}Z`
}

/** A line through values at even distances, as tall as there is room; where one is missing, it is broken. */
export function sparkPath(
  values: readonly (number | null)[],
  { width, height }: Pick<Frame, 'width' | 'height'>,
): string {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const room = Math.max(...known) - low
  const step = width / Math.max(1, values.length - 1)
  let isDrawing = false
  let path = ''
  for (const [n, value] of values.entries()) {
    if (value !== null) {
      const y = room === 0 ? height / 2 : height - ((value - low) / room) * height
      path += `${isDrawing ? 'L' : 'M'}${round(n * step)} ${round(y)}`
    }
    isDrawing = value !== null
  }
  return path
}

const round = (n: number): number => Math.round(n * 10) / 10

/** The first days of months, as far apart as there is room for. */
export function monthsIn({ from, to }: Pick<Frame, 'from' | 'to'>, most: number): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = from.split('-').map(Number)
  for (;;) {
    const day = `${year}-${String(month).padStart(2, '0')}-01`
    if (day > to) break
    if (day >= from) months.push(day)
    year += month === 12 ? 1 : 0
    month = (month % 12) + 1
  }
  const every = Math.max(1, Math.ceil(months.length / most))
  return months.filter((_, n) => n % every === 0)
}
