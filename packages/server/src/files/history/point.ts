import { type Instant, MINUTE_MS, parseUtc } from '@holdfast/api/time'
import { refuse } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RootRow } from '../../records/roots.ts'
import { findChange, findOtherOperation, seqBefore } from './log-queries.ts'

const SECOND = 1000
/** How far the clock of a caller may be ahead: what it takes for now is now. */
const FAST_CLOCK = 5 * MINUTE_MS

/**
 * The change up to which a root is meant. A time means the end of its second, and so all that was done in it; a number
 * within an operation means all of that, which was done at once.
 */
export async function resolvePoint(
  db: Db,
  root: RootRow,
  text: string,
  { parameter, now }: { parameter: string; now: Instant },
): Promise<number> {
  const seq = numberIn(root, text, parameter)
  if (seq !== undefined) return endOfOperation(db, root, seq)
  const second = parseUtc(text)
  if (second === undefined)
    return refuse(parameter, 'expected: the number of a change, or YYYY-MM-DDTHH:MM:SS')
  if (second > now + FAST_CLOCK) refuse(parameter, 'must not be in the future')
  return endOfOperation(db, root, Math.min(await seqBefore(db, root.id, second + SECOND), root.seq))
}

function numberIn(root: RootRow, text: string, parameter: string): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined
  const seq = Number(text)
  if (seq > root.seq) refuse(parameter, `the newest change is ${root.seq}`)
  return seq
}

/** In the middle of an operation there may be folders in a circle. One that took long lets others come between. */
async function endOfOperation(db: Db, root: RootRow, seq: number): Promise<number> {
  const change = await findChange(db, root.id, seq)
  if (!change) return seq
  const next = await findOtherOperation(db, root.id, { from: seq + 1, to: root.seq }, change.first_seq ?? seq)
  return next === undefined ? root.seq : next - 1
}

/** The first change that is meant by something that begins at a point: of a time, the first one of its second. */
export async function resolveStart(
  db: Db,
  root: RootRow,
  text: string,
  { parameter, now }: { parameter: string; now: Instant },
): Promise<number> {
  const seq = numberIn(root, text, parameter)
  if (seq !== undefined) return seq
  const second = parseUtc(text)
  if (second === undefined || second > now + FAST_CLOCK)
    return resolvePoint(db, root, text, { parameter, now })
  return (await seqBefore(db, root.id, second)) + 1
}
