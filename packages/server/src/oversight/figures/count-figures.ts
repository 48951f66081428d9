import type { OrganizationId } from '@holdfast/api/ids'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BelowOf, OF_ALL_BELOW, OF_DAYS, OF_ORGANIZATIONS } from '../../platform/db/tables/figures.ts'
import { noteCounted } from '../../records/counted-figures.ts'
import { type Counted, countAll, type Sums } from './count-all.ts'
import { type Before, findBefore, findFastest, type Grown } from './growth.ts'
import {
  type DayRow,
  deleteDaysBefore,
  deleteFigures,
  type FigureRow,
  listFigures,
  replaceDays,
  replaceFigures,
} from './queries.ts'

const READ_AT_ONCE = 500
const WRITTEN_AT_ONCE = 100
const KEPT_DAYS = 1100
/** By this name it is known when all were counted last. */
export const COUNTED_FIGURES = 'organization_figure'

/**
 * Counts the figures of all organizations and writes those that have changed, and those of a day when it is first counted.
 * What was not counted on a day stays unknown. Safe to run twice and to be killed.
 */
export async function countFigures(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  const day = formatDate(at)
  const db = ctx.db.read
  const all = await countAll(db)
  const kept = await readKept(db)
  const before = await findBefore(db, all, kept, at)
  const fastest = findFastest(all, before)
  const changes = await ctx.makeWay.map('count_figures', [...all], ([id, counted]) => {
    const known = kept.get(id)
    const row = figureRow(id, counted, before.get(id) as Before, fastest.get(id) ?? [], day)
    if (known && isSame(row, known)) return []
    return [{ row, days: known?.day === day ? [] : [dayRow(id, counted, day)] }]
  })
  const changed = changes.flat()
  for (let from = 0; from < changed.length; from += WRITTEN_AT_ONCE) {
    const some = changed.slice(from, from + WRITTEN_AT_ONCE)
    const days = some.flatMap((one) => one.days)
    await ctx.db.write(async (tx) => {
      await replaceDays(tx, days)
      await deleteDaysBefore(
        tx,
        days.map((one) => one.organization_id),
        formatDate(at - KEPT_DAYS * DAY_MS),
      )
      await replaceFigures(
        tx,
        some.map(({ row }) => row),
      )
    })
  }
  for (const id of kept.keys()) if (!all.has(id)) await ctx.db.write((tx) => deleteFigures(tx, id))
  await ctx.db.write((tx) => noteCounted(tx, COUNTED_FIGURES, at))
}

async function readKept(db: Db): Promise<Map<OrganizationId, FigureRow>> {
  const kept = new Map<OrganizationId, FigureRow>()
  for (let after: OrganizationId | 0 | undefined = 0; after !== undefined; ) {
    const rows = await listFigures(db, after, READ_AT_ONCE)
    for (const row of rows) kept.set(row.organization_id, row)
    after = rows.at(-1)?.organization_id
  }
  return kept
}

const figureRow = (
  id: OrganizationId,
  { own, below, seenAt }: Counted,
  before: Before,
  fastest: readonly Grown[],
  day: string,
): FigureRow => ({
  organization_id: id,
  day,
  seen_at: seenAt,
  ...before,
  fastest: JSON.stringify(fastest),
  ...ownIn(own, OF_ORGANIZATIONS),
  ...belowIn(below, OF_ALL_BELOW),
})

const dayRow = (id: OrganizationId, { own, below }: Counted, day: string): DayRow => ({
  organization_id: id,
  day,
  ...ownIn(own, OF_DAYS),
  ...belowIn(below, OF_DAYS),
})

type Name = keyof Sums
const ownIn = <const Names extends readonly Name[]>(sums: Sums, names: Names) =>
  Object.fromEntries(names.map((name) => [name, sums[name]])) as Pick<Sums, Names[number]>
const belowIn = <const Names extends readonly Name[]>(sums: Sums, names: Names) =>
  Object.fromEntries(names.map((name) => [`below_${name}`, sums[name]])) as BelowOf<Names>

const isSame = (row: FigureRow, known: FigureRow): boolean =>
  (Object.keys(row) as (keyof FigureRow)[]).every((name) => row[name] === known[name])
