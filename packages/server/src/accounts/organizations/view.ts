import type { Organization } from '@holdfast/api/accounts/organizations'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { OrganizationRow } from '../../records/organizations.ts'
import { parsePolicy, policyView } from '../../records/policy.ts'
import { parseSettings } from './settings.ts'

export const timeOrNull = (at: Instant | null): string | null => (at === null ? null : formatUtc(at))

export function organizationView(organization: OrganizationRow): Organization {
  const settings = parseSettings(organization.settings)
  const { id } = organization
  return {
    type: 'organization',
    id,
    parent_id: organization.parent_id,
    name: organization.name,
    slug: organization.slug,
    email: organization.email,
    hostname: organization.hostname,
    policy: policyView(id, parsePolicy(organization.policy)),
    created: formatUtc(organization.created_at),
    active: organization.active === 1,
    trial_until: timeOrNull(organization.trial_until),
    privacy_mode: organization.privacy_mode === 1,
    ...settings,
    i18n: { type: 'organization_i18n', id, locale: settings.locale, timezone: settings.timezone },
  }
}
