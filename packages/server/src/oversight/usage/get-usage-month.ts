import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { OrganizationId } from '@holdfast/api/ids'
import type { MonthlySum, MonthlyUsage, UsageMonth } from '@holdfast/api/oversight/usage'
import { formatUtc } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { nameKeyOf } from '../../records/people.ts'
import { billOf, type Figures } from './figures.ts'
import { endOfMonth, monthOf } from './month.ts'
import { findMonths, type Listed, listDownward } from './queries.ts'
import { countNowById, readCounted } from './read-figures.ts'

const BATCH = 500

interface Wish {
  month?: string
  offset: number
}

/** What the export of a month has, for people to read: what is below is summed up, and never added to what is its own. */
export async function getUsageMonth(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  { month: given, offset }: Wish,
): Promise<UsageMonth> {
  const db = ctx.db.read
  const current = monthOf(ctx.now())
  const month = given ?? current
  const end = endOfMonth(month) ?? refuse('month', 'expected: YYYY-MM')
  await authorizeOrganization(db, who, id)
  const organizations = await listDownward(db, id, end)
  const read = month === current ? countNowById : readCounted
  const counted: MonthlyUsage[] = []
  for (let from = 0; from < organizations.length; from += BATCH) {
    const batch = organizations.slice(from, from + BATCH)
    const figures = await read(
      db,
      month,
      batch.map((one) => one.id),
    )
    for (const one of batch) {
      const found = figures.get(one.id)
      if (found) counted.push(usageOf(one, found))
    }
  }
  const { first, countedAt } = await findMonths(db, id, month)
  const below = counted.filter((one) => one.id !== id)
  const at = month === current ? ctx.now() : countedAt
  return {
    type: 'usage_month',
    month,
    first_month: first ?? current,
    current_month: current,
    counted_at: at === undefined ? null : formatUtc(at),
    own: counted.find((one) => one.id === id) ?? null,
    below: below.length === 0 ? null : sumOf(below),
    offset,
    total: below.length,
    results: sorted(below).slice(offset, offset + OFFSET_PAGE),
  }
}

function usageOf({ id, parent_id, name }: Listed, figures: Figures): MonthlyUsage {
  const bill = billOf(figures)
  const { accounts, peak_accounts, stored_bytes, peak_bytes } = figures
  const { monthly_cost_cents, monthly_cost_currency } = figures
  return {
    ...{ id, parent_id, name, accounts, peak_accounts, stored_bytes, peak_bytes },
    ...{ monthly_cost_cents, monthly_cost_currency },
    billed_accounts: bill.accounts,
    cost_cents: bill.cents,
  }
}

const sorted = (rows: readonly MonthlyUsage[]): MonthlyUsage[] =>
  rows
    .map((row) => ({ row, key: nameKeyOf(row.name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id))
    .map(({ row }) => row)

function sumOf(rows: readonly MonthlyUsage[]): MonthlySum {
  const sum = (of: 'accounts' | 'billed_accounts' | 'stored_bytes') =>
    rows.reduce((total, row) => total + row[of], 0)
  const costs = new Map<string | null, number>()
  for (const { monthly_cost_currency: currency, cost_cents } of rows)
    if (cost_cents !== null) costs.set(currency, (costs.get(currency) ?? 0) + cost_cents)
  return {
    organizations: rows.length,
    accounts: sum('accounts'),
    billed_accounts: sum('billed_accounts'),
    stored_bytes: sum('stored_bytes'),
    costs: [...costs].map(([currency, cents]) => ({ currency, cents })),
  }
}
