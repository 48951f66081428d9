import { MAX_SEARCHED } from '@holdfast/api/table'
import type { Db } from '../db/database.ts'
import {
  type Course,
  everythingIn,
  type Filter,
  type FoundRow,
  type Listed,
  type Scope,
  type Sort,
} from '../db/table/listed.ts'
import { countFound, countListed, nextOfMany, nextOfOne, sortFound } from '../db/table/queries.ts'
import type { Found, Reach, Read } from './page.ts'

/** A list as somebody wishes to see it. */
export interface ListWish {
  listed: Listed
  scope: Scope
  sort: Sort
  filters: readonly Filter[]
}

/** What is few enough to be sorted rather than sought in the order of the sort, and how much is looked at for a page. */
const LIMITS = { few: 2000, searched: MAX_SEARCHED }
/** How many rows are looked at in one statement. */
const AT_ONCE = 1000

/**
 * Reads the ids of a list. What an index finds few of is sorted; all else is walked along the index of the sort, and
 * filtered on the way, up to a limit.
 */
export async function readListed(db: Db, wish: ListWish, { few, searched } = LIMITS): Promise<Read<number>> {
  const { listed, scope, filters } = wish
  for (const filter of filters)
    if (filter.found && (await countFound(db, filter.found, scope, few + 1)) <= few)
      return readSorted(db, wish, filter.found, filter.loose ? undefined : filter)
  if (filters.length === 0 || !('path' in scope)) return readWalking(db, wish, searched)
  // Along many indexes at once a walk is slow: what can be looked at whole, is.
  const { rows, organizations } = await countListed(db, listed, scope, searched + 1)
  if (rows <= searched) return readSorted(db, wish, everythingIn(listed))
  return readWalking(db, wish, searched, organizations)
}

const conditionsOf = ({ filters }: ListWish, without?: Filter) =>
  filters.filter((filter) => filter !== without).map(({ where }) => where)
const found = (rows: readonly FoundRow[]) => rows.map((row) => ({ row: row.id, place: placeOf(row) }))
const placeOf = ({ key, id }: FoundRow) => ({ key, id })

const readSorted =
  (db: Db, wish: ListWish, by: NonNullable<Filter['found']>, done?: Filter): Read<number> =>
  async ({ from, back, limit }) => {
    const course = { ...wish, found: by(wish.scope), conditions: conditionsOf(wish, done), from, back }
    const rows = found(await sortFound(db, wish.listed, course, limit + 1))
    const page = rows.slice(0, limit)
    return { found: page, stopped: rows.length > limit ? page.at(-1)?.place : undefined }
  }

/** `eachTime` is what every statement looks at besides the rows. */
function readWalking(db: Db, wish: ListWish, most: number, eachTime = 0): Read<number> {
  const filtered = wish.filters.length > 0
  return async ({ from, back, limit }: Reach): Promise<Found<number>> => {
    const fitting: FoundRow[] = []
    let [looked, cost] = [0, 0]
    const stopAt = (row: FoundRow | undefined, early = false): Found<number> => ({
      found: found(fitting),
      stopped: row && placeOf(row),
      searched: early ? looked : undefined,
    })
    for (let at = from; ; ) {
      const size = filtered ? Math.min(AT_ONCE, most) : Math.min(limit + 1 - fitting.length, AT_ONCE)
      const rows = await next(db, wish, { sort: wish.sort, from: at, back }, size)
      for (const row of rows) {
        if (row.fits && fitting.length === limit) return stopAt(fitting.at(-1))
        if (row.fits) fitting.push(row)
        looked++
      }
      const last = rows.at(-1)
      if (!last || ('organizationId' in wish.scope && rows.length < size)) return stopAt(undefined)
      cost += rows.length + eachTime
      if (filtered && cost >= most) return stopAt(last, true)
      at = placeOf(last)
    }
  }
}

function next(db: Db, wish: ListWish, course: Course, limit: number): Promise<FoundRow[]> {
  const conditions = conditionsOf(wish)
  return 'path' in wish.scope
    ? nextOfMany(db, wish.listed, { ...course, path: wish.scope.path, conditions }, limit)
    : nextOfOne(db, wish.listed, { ...course, ...wish.scope, conditions }, limit)
}
