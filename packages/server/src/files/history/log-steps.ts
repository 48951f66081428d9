/** Changes that one statement passes over at first, and at most: tens of milliseconds even where none of them is wanted. */
const FIRST = 5000
const MOST = 40_000

/** Numbers of changes, both included. */
export interface Stretch {
  from: number
  to: number
}

/**
 * A range of the log in parts, from one end to the other. Anyone who looks for few changes among many asks for each part by
 * itself, so that others have a turn in between: a log may have millions of rows (ADR 0063).
 */
export function* logSteps({ from, to }: Stretch, order: 'asc' | 'desc'): Generator<Stretch> {
  let rest = { from, to }
  for (let size = FIRST; rest.from <= rest.to; size = Math.min(size * 2, MOST))
    if (order === 'asc') {
      const end = Math.min(rest.to, rest.from + size - 1)
      yield { from: rest.from, to: end }
      rest = { from: end + 1, to }
    } else {
      const begin = Math.max(rest.from, rest.to - size + 1)
      yield { from: begin, to: rest.to }
      rest = { from, to: begin - 1 }
    }
}
