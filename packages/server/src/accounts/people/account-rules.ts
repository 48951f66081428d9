import { QUOTA_ALERTS } from '@holdfast/api/accounts/people'
import type { OrganizationId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { fail, refuse } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type PersonPrincipal, THE_SERVICE } from '../../platform/principal.ts'
import {
  findOrganization,
  holdOrganization,
  type OrganizationRow,
  ROOT_ORGANIZATION,
} from '../../records/organizations.ts'
import type { PersonRow } from '../../records/people.ts'
import { parsePolicy } from '../../records/policy.ts'
import { isTimezone } from '../organizations/settings.ts'

type Alerts = { [Name in `quota_${(typeof QUOTA_ALERTS)[number]}`]?: boolean | undefined }

/** What can be given of an account, as it comes. */
export interface AccountFields extends Alerts {
  webdav?: boolean | undefined
  space_quota?: number | null | undefined
  mobile_phone?: string | null | undefined
  pw_expires?: number | null | undefined
  locale?: string | undefined
  timezone?: string | undefined
}

/** Null: a password is good for ever. */
export const expiryOf = (hours: number | null, at: Instant): Instant | null =>
  hours === null ? null : at + hours * HOUR_MS

/** The columns that fields of an account go to; absent ones stay as they are. */
export function accountColumns(given: AccountFields, at: Instant, before?: Pick<PersonRow, 'quota_alerts'>) {
  if (given.timezone !== undefined && !isTimezone(given.timezone)) refuse('timezone')
  if (given.locale !== undefined && !/^[a-z]{2,3}(_[A-Z]{2})?$/.test(given.locale)) refuse('locale')
  if (given.mobile_phone && !/^\+?[\d ()/.-]{4,40}$/.test(given.mobile_phone)) refuse('mobile_phone')
  return {
    ...(given.webdav !== undefined && { webdav: given.webdav ? (1 as const) : (0 as const) }),
    ...(given.space_quota !== undefined && { space_quota: given.space_quota }),
    ...(given.mobile_phone !== undefined && { mobile_phone: given.mobile_phone }),
    ...(given.pw_expires !== undefined && { pw_expires_at: expiryOf(given.pw_expires, at) }),
    ...(given.locale !== undefined && { locale: given.locale }),
    ...(given.timezone !== undefined && { timezone: given.timezone }),
    quota_alerts: JSON.stringify(alertsOf(given, before)),
  }
}

function alertsOf(given: Alerts, before?: Pick<PersonRow, 'quota_alerts'>): number[] {
  const earlier: number[] = before ? JSON.parse(before.quota_alerts) : []
  return QUOTA_ALERTS.filter((percent) => given[`quota_${percent}`] ?? earlier.includes(percent))
}

/** Nobody makes a system administrator but one, and nowhere but in the root organization. */
export function checkSystemAdmin(who: PersonPrincipal | typeof THE_SERVICE, id: OrganizationId): void {
  if (who !== THE_SERVICE && !who.systemAdmin)
    fail('forbidden', 'Only system administrators can change system_admin.')
  if (id !== ROOT_ORGANIZATION)
    refuse('system_admin', 'only people of the root organization can be system administrators')
}

/** Throws `user_limit_exceeded` when there is no room for one more; held, so that it stays true. */
export async function checkRoomForPerson(tx: Tx, id: OrganizationId): Promise<void> {
  await holdOrganization(tx, id)
  const organization = (await findOrganization(tx, id)) ?? fail('not_found')
  checkRoomBeside(organization.persons_count, organization)
}

/** Throws `user_limit_exceeded` when an organization may not have one more than these. */
export function checkRoomBeside(persons: number, { policy }: Pick<OrganizationRow, 'policy'>): void {
  const { num_users_maximum: most } = parsePolicy(policy)
  if (most !== null && persons >= most)
    fail(
      'user_limit_exceeded',
      `The organization has reached its limit of ${most} accounts (num_users_maximum).`,
    )
}
