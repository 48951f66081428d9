/** The value that so many of all are not above, 0 for the lowest; one that was measured, never a mean. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]
  if (value === undefined) throw new Error('There is no part of nothing')
  return value
}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing')
  return (lower + upper) / 2
}

/** Three digits that mean something, whatever the size of the number. */
export function formatNumber(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return value.toFixed(decimals)
}

/** The median, with the lowest and highest value where there are several. */
export function formatSpread(values: readonly number[]): string {
  const middle = formatNumber(median(values))
  if (values.length === 1) return middle
  return `${middle} (${formatNumber(Math.min(...values))}–${formatNumber(Math.max(...values))})`
}

/** How many times `b` goes into `a`, by their medians. */
export function formatRatio(a: readonly number[], b: readonly number[]): string {
  const divisor = median(b)
  return divisor > 0 ? `× ${(median(a) / divisor).toFixed(1)}` : '–'
}

/** A table in Markdown whose columns also line up in a terminal; all but the first are aligned to the right. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(header), rule, ...rows.map(line)].join('\n')
}

const OPENING = '<!-- figures -->'
const CLOSING = '<!-- /figures -->'

/** The document with what stands between its two marks replaced; what stands around them stays. */
export function replaceFigures(document: string, figures: string): string {
  const start = document.indexOf(OPENING)
  const end = document.indexOf(CLOSING)
  if (start === -1 || end < start) throw new Error(`The document has no ${OPENING} … ${CLOSING}`)
  return `${document.slice(0, start + OPENING.length)}\n${figures.trim()}\n${document.slice(end)}`
}
