import { createHash } from 'node:crypto'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Policy, PolicySettings } from '@holdfast/api/policy'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { formatSize } from '@holdfast/api/sizes'
import { fail } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { findOrganization } from './organizations.ts'
import type { RootRow } from './roots.ts'

const parsed = new Map<string, PolicySettings>()

/** Fields that came with a newer version have their defaults until someone sets them. */
export function parsePolicy(text: string): PolicySettings {
  let policy = parsed.get(text)
  if (!policy) {
    policy = { ...DEFAULT_POLICY, ...JSON.parse(text) } as PolicySettings
    if (parsed.size > 1000) parsed.clear()
    parsed.set(text, policy)
  }
  return policy
}

/** Tells a policy from every other one, so that nobody overwrites what they have not seen. */
export const policyVersion = (policy: PolicySettings): string =>
  createHash('sha256').update(JSON.stringify(policy)).digest('hex').slice(0, 16)

export async function getPolicy(db: Db, id: OrganizationId): Promise<PolicySettings> {
  const organization = (await findOrganization(db, id)) ?? fail('not_found')
  return parsePolicy(organization.policy)
}

/** What counts for the files of a root: a backup takes every file, of any kind and size. Quotas hold for all. */
export async function getFilePolicy(
  db: Db,
  { organization_id, root_type }: Pick<RootRow, 'organization_id' | 'root_type'>,
): Promise<PolicySettings> {
  const policy = await getPolicy(db, organization_id)
  return root_type === 'backup' ? { ...policy, excluded_extensions: '', max_file_size: Infinity } : policy
}

export const policyView = (id: OrganizationId, settings: PolicySettings): Policy => ({
  type: 'policy',
  company_id: id,
  ...settings,
  space_quota_formatted: formatSize(settings.space_quota),
})
