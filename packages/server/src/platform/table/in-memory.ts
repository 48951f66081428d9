import type { Place } from '../db/table/listed.ts'
import type { Found, Read } from './page.ts'

/** A row of a list that is read whole, with where it stands. */
export interface Standing<Row> {
  row: Row
  place: Place
}

/** A list of which all has been read, as somebody wishes to see it: the ids of its rows. */
export interface WholeList {
  rows: readonly Standing<number>[]
  sort: { descending: boolean }
}

/** Reads pages of a list that is whole already. */
export function readInMemory<Row>(rows: readonly Standing<Row>[], descending = false): Read<Row> {
  const sorted = rows
    .map((standing) => ({ ...standing, order: orderOf(standing.place) }))
    .sort((a, b) => compare(a.order, b.order))
  return async ({ from, back, limit }): Promise<Found<Row>> => {
    const ascends = descending === back
    const begin = from && orderOf(from)
    const isBehind = ({ order }: { order: Order }) =>
      !begin || (ascends ? compare(order, begin) > 0 : compare(order, begin) < 0)
    const behind = sorted.filter(isBehind)
    const found = (ascends ? behind : behind.reverse()).slice(0, limit)
    return { found, stopped: behind.length > limit ? found.at(-1)?.place : undefined }
  }
}

type Order = readonly [key: Buffer | number, id: number]

/** As the databases compare: text by its code points, and equal keys by their ids. */
const orderOf = ({ key, id }: Place): Order => [typeof key === 'number' ? key : Buffer.from(key), id]

const compare = ([a, id]: Order, [b, otherId]: Order): number =>
  (typeof a === 'number' ? a - Number(b) : a.compare(b as Buffer)) || id - otherId
