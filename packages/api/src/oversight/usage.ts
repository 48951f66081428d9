import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'

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
