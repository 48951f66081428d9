import type { OrganizationUsageCounts, RootSpaceUsage } from '@holdfast/api/oversight/usage'
import { formatSize } from '@holdfast/api/sizes'
import type { OrganizationRow } from '../../records/organizations.ts'
import type { SpaceSums } from './queries.ts'

export const spaceView = (sums: SpaceSums): RootSpaceUsage => ({
  type: 'root_space_usage',
  file_count: sums.live_files,
  head_size: sums.live_size,
  head_size_formatted: formatSize(sums.live_size),
  revision_count: sums.live_revisions,
  revision_size: sums.live_revision_size,
  revision_size_formatted: formatSize(sums.live_revision_size),
  del_file_count: sums.deleted_files,
  del_revision_count: sums.deleted_revisions,
  deleted_size: sums.deleted_revision_size,
  deleted_size_formatted: formatSize(sums.deleted_revision_size),
  physical_size: sums.stored_size,
  physical_size_formatted: formatSize(sums.stored_size),
  root_count: sums.roots,
})

export const countsView = (organization: OrganizationRow): OrganizationUsageCounts => ({
  type: 'organization_usage_counts',
  accounts: organization.persons_count,
  admin_accounts: organization.admins_count,
  groups: organization.groups_count,
  guests: organization.guests_count,
  machines: organization.machines_count,
  organizations: organization.children_count,
})
