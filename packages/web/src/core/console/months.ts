/** Months as the server has them, such as `2026-11`. */

/** The month some months later, or earlier. */
export function monthAfter(month: string, by = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** So many months, the last of them at the end. */
export const monthsUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => monthAfter(last, n - count + 1))

/** What an address says of a month; undefined where it is none. */
export const monthIn = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** What was counted in a month; null where nothing was. */
export interface MonthFigures {
  month: string
  storage: number | null
  accounts: number | null
}

/** A line through the middle of months; where one is missing, it is broken. */
export function linePath(
  values: readonly (number | null)[],
  xOf: (n: number) => number,
  yOf: (value: number) => number,
): string {
  let isDrawing = false
  let path = ''
  for (const [n, value] of values.entries()) {
    if (value !== null) path += `${isDrawing ? 'L' : 'M'}${round(xOf(n))} ${round(yOf(value))}`
    isDrawing = value !== null
  }
  return path
}

const round = (n: number): number => Math.round(n * 10) / 10
