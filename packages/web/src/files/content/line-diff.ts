export interface DiffLine {
  /** Counted from 1. */
  n: number
  text: string
}

/** One row of two texts side by side; a side is missing where the other has a line more. */
export interface DiffRow {
  left?: DiffLine
  right?: DiffLine
  same: boolean
}

/** Beyond so many differences, all between the first and the last is shown as replaced: nobody reads more. */
const MOST_DIFFERENCES = 1000

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

/** Compares line by line: the shortest way from one text to the other (E. Myers, 1986). */
export function diffLines(leftText: string, rightText: string): DiffRow[] {
  const left = linesOf(leftText)
  const right = linesOf(rightText)
  let begin = 0
  while (begin < left.length && begin < right.length && left[begin] === right[begin]) begin++
  let tail = 0
  while (
    tail < left.length - begin &&
    tail < right.length - begin &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  )
    tail++
  const middle = pairsOf(left.slice(begin, left.length - tail), right.slice(begin, right.length - tail))
  const pairs: [number, number][] = [
    ...Array.from({ length: begin }, (_, n): [number, number] => [n, n]),
    ...middle.map(([l, r]): [number, number] => [l + begin, r + begin]),
    ...Array.from({ length: tail }, (_, n): [number, number] => [
      left.length - tail + n,
      right.length - tail + n,
    ]),
  ]
  return rowsOf(left, right, pairs)
}

/** The places of lines that both have, in order. */
function pairsOf(left: readonly string[], right: readonly string[]): [number, number][] {
  const most = Math.min(left.length + right.length, MOST_DIFFERENCES)
  const middle = most + 1
  let reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let d = 0; d <= most; d++) {
    trace.push(reach)
    reach = reach.slice()
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, middle + k - 1) < at(reach, middle + k + 1))
      let x = down ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1
      while (x < left.length && x - k < right.length && left[x] === right[x - k]) x++
      reach[middle + k] = x
      if (x >= left.length && x - k >= right.length) return wayBack(trace, d, middle, left, right)
    }
  }
  return []
}

const at = (list: Int32Array, index: number): number => list[index] ?? 0

function wayBack(
  trace: readonly Int32Array[],
  differences: number,
  middle: number,
  left: readonly string[],
  right: readonly string[],
): [number, number][] {
  const pairs: [number, number][] = []
  let [x, y] = [left.length, right.length]
  for (let d = differences; d >= 0; d--) {
    const reach = trace[d] ?? new Int32Array()
    const k = x - y
    const down = k === -d || (k !== d && at(reach, middle + k - 1) < at(reach, middle + k + 1))
    const beforeX = d === 0 ? 0 : at(reach, middle + (down ? k + 1 : k - 1))
    const beforeY = d === 0 ? 0 : beforeX - (down ? k + 1 : k - 1)
    while (x > beforeX && y > beforeY) pairs.push([--x, --y])
    ;[x, y] = [beforeX, beforeY]
  }
  return pairs.reverse()
}

function rowsOf(
  left: readonly string[],
  right: readonly string[],
  pairs: readonly [number, number][],
): DiffRow[] {
  const rows: DiffRow[] = []
  const line = (lines: readonly string[], n: number): DiffLine => ({ n: n + 1, text: lines[n] ?? '' })
  let [l, r] = [0, 0]
  for (const [nextL, nextR] of [...pairs, [left.length, right.length] as const]) {
    while (l < nextL || r < nextR)
      rows.push({
        ...(l < nextL && { left: line(left, l++) }),
        ...(r < nextR && { right: line(right, r++) }),
        same: false,
      })
    if (l < left.length && r < right.length)
      rows.push({ left: line(left, l++), right: line(right, r++), same: true })
  }
  return rows
}

/** Rows near a difference, and how many are left out between them. */
export type DiffPart = { rows: readonly DiffRow[] } | { skipped: readonly DiffRow[] }

export function foldSame(rows: readonly DiffRow[], around = 3): DiffPart[] {
  const parts: DiffPart[] = []
  let at = 0
  while (at < rows.length) {
    let end = at
    const same = rows[at]?.same
    while (end < rows.length && rows[end]?.same === same) end++
    const before = at === 0 ? 0 : around
    const after = end === rows.length ? 0 : around
    if (!same || end - at <= before + after + 1) parts.push({ rows: rows.slice(at, end) })
    else {
      parts.push({ rows: rows.slice(at, at + before) })
      parts.push({ skipped: rows.slice(at + before, end - after) })
      parts.push({ rows: rows.slice(end - after, end) })
    }
    at = end
  }
  return parts.filter((part) => 'skipped' in part || part.rows.length > 0)
}
