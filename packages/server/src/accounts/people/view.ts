import type { PolicySettings } from '@holdfast/api/policy'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { plain, rootView } from '../../files/basics/view.ts'
import { displayName, type PersonRow } from '../../records/people.ts'
import { policyView } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'

/** What holds for an account: its own quota, or that of its organization. */
export const quotaOf = (person: Pick<PersonRow, 'space_quota'>, policy: PolicySettings): number =>
  person.space_quota ?? policy.space_quota

/** Who was never given it has it as the policy says. */
export const webdavOf = ({ webdav }: Pick<PersonRow, 'webdav'>, policy: PolicySettings): boolean =>
  webdav === null ? policy.webdav_enabled : webdav === 1

/** `roots` are those that the reader may know of, all that the person owns among them: usage counts these. */
export function personView(
  person: PersonRow,
  roots: readonly RootRow[],
  policy: PolicySettings,
  at: Instant,
) {
  const owned = roots.filter((root) => root.person_id === person.id)
  const usage = owned.reduce((sum, root) => sum + root.stored_size, 0)
  const { locale, timezone } = person
  const quota = quotaOf(person, policy)
  return {
    type: 'person' as const,
    id: person.id,
    email: person.email,
    email_verified: person.email_verified_at !== null,
    username: person.email,
    company_id: person.organization_id,
    first_name: person.first_name,
    last_name: person.last_name,
    display_name: displayName(person),
    root_id: owned.find((root) => root.root_type === 'sync')?.id ?? null,
    roots: roots.map((root) => rootView(root, plain(at))),
    space_quota: quota,
    space_quota_formatted: formatSize(quota),
    space_usage: usage,
    space_usage_formatted: formatSize(usage),
    can_share: policy.user_create_shares,
    site_admin: person.site_admin === 1,
    system_admin: person.system_admin === 1,
    active: person.active === 1,
    webdav: webdavOf(person, policy),
    mobile_phone: person.mobile_phone,
    pw_force_reset: person.pw_force_reset === 1,
    pw_last_changed: person.pw_changed_at === null ? null : formatUtc(person.pw_changed_at),
    locale,
    timezone,
    i18n: { type: 'person_i18n' as const, id: person.id, locale, timezone },
    company_policy: policyView(person.organization_id, policy),
  }
}
