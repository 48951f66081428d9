import type { Place } from '../db/table/listed.ts'
import type { Turn } from './cursor.ts'

/** What is read of a sorted list: from behind a place on, or from its beginning; or backwards from there. */
export interface Reach {
  from: Place | undefined
  back: boolean
  limit: number
}

export interface Found<Row> {
  /** In the order in which they were read. */
  found: { row: Row; place: Place }[]
  /** Where reading ended, if there may be more behind it. */
  stopped: Place | undefined
  /** How many rows were looked at, where it ended early because of that. */
  searched?: number | undefined
}

export type Read<Row> = (reach: Reach) => Promise<Found<Row>>

export interface PageOf<Row> {
  rows: Row[]
  next: Turn | undefined
  previous: Turn | undefined
  searched: number | undefined
}

/** A page as a cursor asks for it, or from a place on, or the first; and the turns that lead on from it, both ways. */
export async function readPage<Row>(
  read: Read<Row>,
  {
    turn,
    start,
    limit,
    descending,
  }: { turn?: Turn | undefined; start?: Place | undefined; limit: number; descending: boolean },
): Promise<PageOf<Row>> {
  const from = turn?.place ?? start
  const back = turn?.back ?? false
  const { found, stopped, searched } = await read({ from, back, limit })
  const inOrder = back ? found.toReversed() : found
  const rows = inOrder.map(({ row }) => row)
  const [first, last] = [inOrder[0]?.place, inOrder.at(-1)?.place]
  // What stands where an empty page begins may be gone, or not: it is looked at again.
  const at = (towards: boolean): Place | undefined =>
    from && { key: from.key, id: from.id + (towards === descending ? -1 : 1) }
  const turnTo = (place: Place | undefined, towards: boolean): Turn | undefined =>
    place && { place, back: towards }
  if (back) return { rows, next: turnTo(last ?? at(false), false), previous: turnTo(stopped, true), searched }
  const hasBefore = turn !== undefined || (start !== undefined && (await isAnyBefore(read, start)))
  return {
    rows,
    next: turnTo(stopped, false),
    previous: hasBefore ? turnTo(first ?? at(true), true) : undefined,
    searched,
  }
}

async function isAnyBefore<Row>(read: Read<Row>, place: Place): Promise<boolean> {
  const { found, stopped } = await read({ from: place, back: true, limit: 1 })
  return found.length > 0 || stopped !== undefined
}
