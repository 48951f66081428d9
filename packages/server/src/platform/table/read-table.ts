import type { OrganizationId } from '@holdfast/api/ids'
import { MAX_COUNTED, MAX_CSV_ROWS, type TablePage } from '@holdfast/api/table'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { refuse } from '../../errors.ts'
import { type Cell, csvLine } from '../basics/csv.ts'
import type { Ctx } from '../context.ts'
import type { Place } from '../db/table/listed.ts'
import { countListed } from '../db/table/queries.ts'
import { currentEpoch } from '../installation/epoch.ts'
import { openTurn, sealTurn, type Turn } from './cursor.ts'
import { readInMemory, type WholeList } from './in-memory.ts'
import { type Read, readPage } from './page.ts'
import { type ListWish, readListed } from './read-listed.ts'

/** A list that is read in a way of its own. */
export interface OwnList {
  read: Read<number>
  sort: { descending: boolean }
  /** How many it has, where that is known without counting. */
  total: number | undefined
}

/** A list that someone may see, with all that is asked of it but for which part. */
export interface Table<Row> {
  /** What a cursor holds for: the same list, sort, search and filters. */
  list: string
  wish: ListWish | WholeList | OwnList
  /** The rows with these ids, in this order; without those that are gone by now. */
  rowsOf: (ids: readonly number[]) => Promise<Row[]>
  /** The key of what a name begins with, in a list that is sorted by name. */
  startKey: ((text: string) => string) | undefined
  /** When the figures in it were taken. */
  at?: Instant | undefined
}

/** What is asked of every such list, beside what it is about. */
export interface TableParams {
  organization_id: OrganizationId
  q?: string | undefined
  sort: string
  below: boolean
  limit: number
  cursor?: string | undefined
  start?: string | undefined
  count: boolean
  format: 'json' | 'csv'
  columns?: string[] | undefined
}

/** What a cursor holds for: all parameters but those that say which part is asked for, and in what form. */
export function listNamed(name: string, params: TableParams): string {
  const part = { limit: 0, cursor: '', start: '', count: false, format: '', columns: [] }
  const same = Object.entries({ ...params, ...part })
  return JSON.stringify([name, ...same.sort(([a], [b]) => (a < b ? -1 : 1))])
}

export async function readTable<Row>(
  ctx: Ctx,
  table: Table<Row>,
  part: TableParams,
): Promise<TablePage<Row>> {
  const { list, wish } = table
  const { descending } = wish.sort
  const epoch = await currentEpoch(ctx)
  const turn = part.cursor === undefined ? undefined : openTurn(epoch, list, part.cursor)
  const read = await readOf(ctx, wish)
  const start = turn || part.start === undefined ? undefined : startOf(table, part.start)
  const page = await readPage(read, { turn, start, limit: part.limit, descending })
  const sealed = (to: Turn | undefined) => (to ? sealTurn(epoch, list, to) : null)
  return {
    type: 'table_page',
    results: await table.rowsOf(page.rows),
    cursor: sealed(page.next),
    back: sealed(page.previous),
    ...(await totalOf(ctx, wish, read, part.count)),
    at: table.at === undefined ? null : formatUtc(table.at),
    searched: page.searched ?? null,
  }
}

export const readOf = async (ctx: Ctx, wish: Table<never>['wish']): Promise<Read<number>> =>
  'read' in wish
    ? wish.read
    : 'rows' in wish
      ? readInMemory(wish.rows, wish.sort.descending)
      : readListed(ctx.db.read, wish)

/** No text goes on with a sign behind this one. */
const LAST_SIGN = '\u{10FFFF}'

/** Before all names that begin so: they are behind it in either order. */
function startOf({ startKey, wish }: Pick<Table<never>, 'startKey' | 'wish'>, text: string): Place {
  const begin = startKey?.(text) ?? refuse('start', 'only in lists that are sorted by name')
  return { key: wish.sort.descending ? `${begin}${LAST_SIGN}` : begin, id: 0 }
}

type Total = Pick<TablePage<unknown>, 'total' | 'total_is'>

async function totalOf(
  ctx: Ctx,
  wish: Table<never>['wish'],
  read: Read<number>,
  count: boolean,
): Promise<Total> {
  if ('rows' in wish) return { total: wish.rows.length, total_is: 'exact' }
  if ('read' in wish && wish.total !== undefined) return { total: wish.total, total_is: 'exact' }
  if ('filters' in wish && wish.filters.length === 0) {
    const { rows } = await countListed(ctx.db.read, wish.listed, wish.scope, MAX_COUNTED + 1)
    return wish.listed.counter || rows <= MAX_COUNTED
      ? { total: rows, total_is: 'exact' }
      : { total: MAX_COUNTED, total_is: 'at_least' }
  }
  if (!count) return { total: null, total_is: 'unknown' }
  const { found, stopped } = await read({ from: undefined, back: false, limit: MAX_COUNTED })
  return { total: found.length, total_is: stopped ? 'at_least' : 'exact' }
}

/** The ids of all that it lists, in its order, up to so many. */
export async function readAll(
  ctx: Ctx,
  { wish }: Pick<Table<never>, 'wish'>,
  most: number,
): Promise<{ rows: number[]; isMore: boolean }> {
  const read = await readOf(ctx, wish)
  const rows: number[] = []
  let from: Place | undefined
  for (;;) {
    const { found, stopped } = await read({ from, back: false, limit: most + 1 - rows.length })
    rows.push(...found.map(({ row }) => row))
    if (!stopped || rows.length > most) return { rows: rows.slice(0, most), isMore: rows.length > most }
    from = stopped
  }
}

const CSV_ROWS_AT_ONCE = 500

/** All of it as CSV, a part at a time; `goOn` throws where the reader may not go on. */
export async function* csvOf<Row>(
  ctx: Ctx,
  table: Table<Row>,
  {
    heads,
    cellsOf,
    goOn,
  }: { heads: readonly string[]; cellsOf: (row: Row) => Cell[]; goOn: () => Promise<unknown> },
): AsyncGenerator<string> {
  yield csvLine(heads)
  const read = await readOf(ctx, table.wish)
  let from: Place | undefined
  for (let left = MAX_CSV_ROWS; left > 0; ) {
    const { found, stopped } = await read({ from, back: false, limit: Math.min(left, CSV_ROWS_AT_ONCE) })
    const rows = await table.rowsOf(found.map(({ row }) => row))
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (!stopped) return
    left -= found.length
    from = stopped
    await goOn()
  }
}
