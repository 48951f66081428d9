import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import { csvLine } from '../../platform/basics/csv.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { billOf, type Figures } from './figures.ts'
import { endOfMonth, monthOf } from './month.ts'
import { type Listed, listDownward } from './queries.ts'
import { countNowById, readCounted } from './read-figures.ts'

const BATCH = 500

const COLUMNS = [
  'month',
  'organization_id',
  'parent_id',
  'name',
  'accounts',
  'admin_accounts',
  'guests',
  'groups',
  'machines',
  'organizations',
  'head_bytes',
  'stored_bytes',
  'peak_accounts',
  'peak_bytes',
  'billed_accounts',
  'monthly_cost_cents',
  'monthly_cost_currency',
  'cost_cents',
  'plan_id',
  'psa',
] as const

export interface UsageTable {
  name: string
  /** CSV, some lines at a time. */
  lines: AsyncGenerator<string>
}

/** A month of an organization and all below it. The current one is counted now, others are as they were counted. */
export async function exportUsage(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  given: string | undefined,
): Promise<UsageTable> {
  const db = ctx.db.read
  const current = monthOf(ctx.now())
  const month = given ?? current
  const end = endOfMonth(month) ?? refuse('month', 'expected: YYYY-MM')
  await authorizeOrganization(db, who, id)
  const organizations = await listDownward(db, id, end)
  const read = month === current ? countNowById : readCounted
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(COLUMNS)
    for (let from = 0; from < organizations.length; from += BATCH) {
      const batch = organizations.slice(from, from + BATCH)
      const ids = batch.map((organization) => organization.id)
      const figures = await read(db, month, ids)
      for (const organization of batch) {
        const found = figures.get(organization.id)
        if (found) yield csvLine(cellsOf(month, organization, found))
      }
    }
  }
  return { name: `usage-${id}-${month}.csv`, lines: lines() }
}

function cellsOf(month: string, { id, parent_id, name }: Listed, figures: Figures) {
  const bill = billOf(figures)
  const cells: Record<(typeof COLUMNS)[number], string | number | boolean | null> = {
    month,
    organization_id: id,
    parent_id,
    name,
    accounts: figures.accounts,
    admin_accounts: figures.admin_accounts,
    guests: figures.guests,
    groups: figures.groups,
    machines: figures.machines,
    organizations: figures.organizations,
    head_bytes: figures.head_bytes,
    stored_bytes: figures.stored_bytes,
    peak_accounts: figures.peak_accounts,
    peak_bytes: figures.peak_bytes,
    billed_accounts: bill.accounts,
    monthly_cost_cents: figures.monthly_cost_cents,
    monthly_cost_currency: figures.monthly_cost_currency,
    cost_cents: bill.cents,
    plan_id: figures.service_plans_enabled ? figures.plan_id : null,
    psa: figures.psa_enabled,
  }
  return COLUMNS.map((column) => cells[column])
}
