import { type Static, Type } from 'typebox'
import { offsetParams } from '../envelopes.ts'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'

const count = () => Type.Integer({ minimum: 0 })

export const RootSpaceUsage = Type.Object(
  {
    type: Type.Literal('root_space_usage'),
    file_count: count(),
    head_size: count(),
    head_size_formatted: Type.String(),
    revision_count: count(),
    revision_size: count(),
    revision_size_formatted: Type.String(),
    del_file_count: count(),
    del_revision_count: count(),
    deleted_size: count(),
    deleted_size_formatted: Type.String(),
    physical_size: count(),
    physical_size_formatted: Type.String(),
    root_count: count(),
  },
  { title: 'RootSpaceUsage' },
)
export type RootSpaceUsage = Static<typeof RootSpaceUsage>

export const OrganizationUsageCounts = Type.Object(
  {
    type: Type.Literal('organization_usage_counts'),
    accounts: count(),
    admin_accounts: count(),
    groups: count(),
    guests: count(),
    machines: count(),
    organizations: count(),
  },
  { title: 'OrganizationUsageCounts' },
)
export type OrganizationUsageCounts = Static<typeof OrganizationUsageCounts>

export const OrganizationUsage = Type.Object(
  {
    type: Type.Literal('organization_usage'),
    backup_space_usage: RootSpaceUsage,
    team_share_space_usage: RootSpaceUsage,
    user_space_usage: RootSpaceUsage,
    total_space_usage: RootSpaceUsage,
    counts: OrganizationUsageCounts,
  },
  { title: 'OrganizationUsage' },
)
export type OrganizationUsage = Static<typeof OrganizationUsage>

const area = 'Organizations'
const organization_id = IdOf<OrganizationId>()

export const getOrganizationUsage = operation({
  name: 'get_organization_usage',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/metrics/usage',
  area,
  summary: 'Get the usage of an organization',
  description: 'Space, files and accounts, without those of child organizations.',
  params: { organization_id },
  result: OrganizationUsage,
})

export const exportUsage = operation({
  name: 'export_usage',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/usage/export',
  area,
  summary: 'Export the usage of a month as CSV',
  description: 'One line for the organization and one for each child organization.',
  ours: true,
  params: {
    organization_id,
    month: Type.Optional(Type.String({ description: 'For example 2026-11; by default the current month' })),
  },
  resultType: 'text/csv',
  errors: ['invalid_request'],
})

export const MonthlyUsage = Type.Object(
  {
    id: organization_id,
    parent_id: nullable(organization_id),
    name: Type.String(),
    accounts: count(),
    peak_accounts: count(),
    billed_accounts: count(),
    stored_bytes: count(),
    peak_bytes: count(),
    monthly_cost_cents: nullable(count()),
    monthly_cost_currency: nullable(Type.String()),
    cost_cents: nullable(count()),
  },
  { title: 'MonthlyUsage' },
)
export type MonthlyUsage = Static<typeof MonthlyUsage>

const MonthlySum = Type.Object(
  {
    organizations: count(),
    accounts: count(),
    billed_accounts: count(),
    stored_bytes: count(),
    costs: Type.Array(
      Type.Object({ currency: nullable(Type.String()), cents: count() }, { title: 'MonthlyCost' }),
      { description: 'One for each currency' },
    ),
  },
  { title: 'MonthlySum' },
)
export type MonthlySum = Static<typeof MonthlySum>

export const UsageMonth = Type.Object(
  {
    type: Type.Literal('usage_month'),
    month: Type.String(),
    first_month: Type.String({ description: 'The first month in which the organization was counted' }),
    current_month: Type.String(),
    counted_at: nullable(
      Type.String({ description: 'When it was last counted, in UTC; null for a month without counts' }),
    ),
    own: nullable(MonthlyUsage),
    below: Type.Union([MonthlySum, Type.Null()], {
      description: 'The sum of all child organizations, at any depth; null if there are none',
    }),
    offset: Type.Integer(),
    total: Type.Integer(),
    results: Type.Array(MonthlyUsage, { description: 'The child organizations by name, 100 at a time' }),
  },
  { title: 'UsageMonth' },
)
export type UsageMonth = Static<typeof UsageMonth>

export const getUsageMonth = operation({
  name: 'get_usage_month',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/usage',
  area,
  summary: 'Get the usage of a month',
  description: 'The figures of `export_usage`, the organization apart from its child organizations.',
  ours: true,
  params: {
    organization_id,
    month: Type.Optional(Type.String({ description: 'For example 2026-11; by default the current month' })),
    ...offsetParams,
  },
  result: UsageMonth,
  errors: ['invalid_request'],
})
