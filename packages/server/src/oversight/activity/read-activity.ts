import { MAX_SEARCHED } from '@holdfast/api/table'
import type { Db } from '../../platform/db/database.ts'
import type { Found, Reach, Read } from '../../platform/table/page.ts'
import { listWalked, type Walk, type Walked } from './queries.ts'

/** What is walked, but for where and which way. */
export type Course = Pick<Walk, 'by' | 'ways' | 'conditions' | 'above' | 'under'>

/** In one statement. */
const AT_ONCE = 1000

/** Reads ids of records, newest first: walks an index, and passes over what does not fit, up to a limit. */
export function readActivity(db: Db, course: Course, most = MAX_SEARCHED): Read<number> {
  const filtered = course.conditions.length > 0
  return async ({ from, back, limit }: Reach): Promise<Found<number>> => {
    const fitting: Walked[] = []
    let looked = 0
    const stopAt = (row: Walked | undefined, early = false): Found<number> => ({
      found: fitting.map((one) => ({ row: one.id, place: placeOf(one) })),
      stopped: row && placeOf(row),
      searched: early ? looked : undefined,
    })
    for (let at = from && Number(from.key); ; ) {
      const size = filtered ? Math.min(AT_ONCE, most) : Math.min(limit + 1 - fitting.length, AT_ONCE)
      const rows = await listWalked(
        db,
        {
          ...course,
          ascending: back,
          above: back ? Math.max(course.above, at ?? 0) : course.above,
          under: back ? course.under : Math.min(course.under, at ?? course.under),
        },
        size,
      )
      for (const row of rows) {
        if (row.fits && fitting.length === limit) return stopAt(fitting.at(-1))
        if (row.fits) fitting.push(row)
        looked++
      }
      const last = rows.at(-1)
      if (!last || rows.length < size) return stopAt(undefined)
      if (filtered && looked >= most) return stopAt(last, true)
      at = last.at
    }
  }
}

const placeOf = ({ id, at }: Walked) => ({ key: at, id })
