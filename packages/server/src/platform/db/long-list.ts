import { OFFSET_PAGE } from '@holdfast/api/envelopes'

/** A page begins at most this far behind a place that is known. */
const STEP = 1000
const LISTS_REMEMBERED = 1000

/** A list by id, to which new rows are only ever added at the end. */
export interface LongList {
  /** Tells it from all others. */
  key: string
  /** Changes whenever a row leaves the list. */
  version: number
}

/** Rows with ids above `after`, from the `skip`th on. */
export interface Reach {
  after: number
  skip: number
  limit: number
}

interface Places {
  version: number
  /** The ids of every STEPth row from the start, as far as anyone has looked. */
  ids: number[]
}

const remembered = new Map<string, Places>()

/**
 * Reads the page at `offset`. An index leads to an id, not to a place in a list, so the ids of some places are
 * remembered: the hundredth page costs what the first does, wherever someone has looked before.
 */
export async function readLongList<Row extends { id: number }>(
  { key, version }: LongList,
  offset: number,
  read: (reach: Reach) => Promise<Row[]>,
): Promise<Row[]> {
  const places = placesOf(key, version)
  while (places.ids.length < Math.floor(offset / STEP)) {
    const [row] = await read({ after: places.ids.at(-1) ?? 0, skip: STEP - 1, limit: 1 })
    if (!row) return []
    places.ids.push(row.id)
  }
  const known = Math.floor(offset / STEP)
  return read({ after: places.ids[known - 1] ?? 0, skip: offset - known * STEP, limit: OFFSET_PAGE })
}

function placesOf(key: string, version: number): Places {
  const known = remembered.get(key)
  if (known?.version === version) return known
  const places = { version, ids: [] }
  remembered.delete(key)
  remembered.set(key, places)
  const [oldest] = remembered.keys()
  if (remembered.size > LISTS_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return places
}
