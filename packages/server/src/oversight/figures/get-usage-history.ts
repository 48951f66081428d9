import type { OrganizationId } from '@holdfast/api/ids'
import { MOST_DAYS, type UsageDay, type UsageHistory, type UsageUnit } from '@holdfast/api/oversight/figures'
import { DAY_MS, formatDate, parseDate } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type BelowOf, type FigureOf, OF_DAYS } from '../../platform/db/tables/figures.ts'
import type { Principal } from '../../platform/principal.ts'
import { type DayRow, listDays } from './queries.ts'

const USUAL_DAYS = 365

interface Wish {
  from?: string
  to?: string
  unit: UsageUnit
  below: boolean
}

/** What was counted day by day, its own and the sum of what is below; of months the last day, and the most of any. */
export async function getUsageHistory(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  { from, to = formatDate(ctx.now()), unit, below }: Wish,
): Promise<UsageHistory> {
  await authorizeOrganization(ctx.db.read, who, id)
  const begin = from ?? daysBefore(to, USUAL_DAYS)
  if (begin < daysBefore(to, MOST_DAYS[unit])) refuse('from', `up to ${MOST_DAYS[unit]} days before to`)
  const days = await listDays(ctx.db.read, [id], begin, to)
  const periods = Map.groupBy(days, ({ day }) => (unit === 'day' ? day : day.slice(0, 7)))
  const results = [...periods.values()].map((rows) => ({
    day: rows.at(-1)?.day ?? '',
    own: dayView(rows.map(own)),
    below: below ? dayView(rows.map(sumBelow)) : null,
  }))
  return { type: 'usage_history', results }
}

const daysBefore = (day: string, days: number): string => formatDate((parseDate(day) ?? 0) - days * DAY_MS)

type Day = FigureOf<typeof OF_DAYS>
const own = (row: DayRow): Day => row
const sumBelow = (row: BelowOf<typeof OF_DAYS>): Day =>
  Object.fromEntries(OF_DAYS.map((name) => [name, row[`below_${name}`]])) as Day

function dayView(days: readonly Day[]): UsageDay {
  const { accounts, guests, devices, live, versions, deleted, stored } = days.at(-1) as Day
  return {
    ...{ accounts, guests, devices, live, versions, deleted, stored },
    peak_accounts: Math.max(...days.map((day) => day.accounts)),
    peak_stored: Math.max(...days.map((day) => day.stored)),
  }
}
