import type { CountedOrganization } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import type { Bytes } from './queries.ts'

/** What an organization had in a month, and what it was to pay by; kept as JSON, so fields are only ever added. */
export interface Figures {
  accounts: number
  admin_accounts: number
  guests: number
  groups: number
  machines: number
  organizations: number
  head_bytes: number
  stored_bytes: number
  peak_accounts: number
  peak_bytes: number
  num_users_minimum: number | null
  monthly_cost_cents: number | null
  monthly_cost_currency: string | null
  service_plans_enabled: boolean
  plan_id: number | null
  psa_enabled: boolean
}

/** As things are now; peaks are those of the month's earlier counts, unless there is more now. */
export function figuresOf(
  organization: CountedOrganization,
  bytes: Pick<Bytes, 'head' | 'stored'> | undefined,
  earlier: Figures | undefined,
): Figures {
  const policy = parsePolicy(organization.policy)
  const { plan_id } = JSON.parse(organization.settings) as { plan_id?: number | null }
  const accounts = organization.persons_count
  const stored = bytes?.stored ?? 0
  return {
    accounts,
    admin_accounts: organization.admins_count,
    guests: organization.guests_count,
    groups: organization.groups_count,
    machines: organization.machines_count,
    organizations: organization.children_count,
    head_bytes: bytes?.head ?? 0,
    stored_bytes: stored,
    peak_accounts: Math.max(accounts, earlier?.peak_accounts ?? 0),
    peak_bytes: Math.max(stored, earlier?.peak_bytes ?? 0),
    num_users_minimum: policy.num_users_minimum,
    monthly_cost_cents: policy.monthly_cost_cents,
    monthly_cost_currency: policy.monthly_cost_currency,
    service_plans_enabled: policy.service_plans_enabled,
    plan_id: plan_id ?? null,
    psa_enabled: policy.psa_enabled,
  }
}

/** What is paid for: the most accounts there were, but no fewer than agreed. */
export function billOf(figures: Figures): { accounts: number; cents: number | null } {
  const accounts = Math.max(figures.peak_accounts, figures.num_users_minimum ?? 0)
  const { monthly_cost_cents: cost } = figures
  return { accounts, cents: cost === null ? null : accounts * cost }
}
