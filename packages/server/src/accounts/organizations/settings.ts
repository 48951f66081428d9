import type { Organization } from '@holdfast/api/accounts/organizations'
import { THROTTLE_FIELDS } from '@holdfast/api/devices/agent-channel'
import { trimEndOf } from '@holdfast/api/trim'
import { missing, refuse } from '../../errors.ts'

const KEPT = [
  'description',
  'email_server_id',
  'plan_id',
  'default_encryption',
  ...THROTTLE_FIELDS,
  'subscription_uuid',
  'share_disclaimer',
  'email_templates',
  'locale',
  'timezone',
] as const satisfies readonly (keyof Organization)[]

/** What an organization says of itself that nothing is looked up by. */
export type OrganizationSettings = Pick<Organization, (typeof KEPT)[number]>

const DEFAULTS: OrganizationSettings = {
  description: '',
  throttled: false,
  email_server_id: null,
  plan_id: null,
  default_encryption: null,
  bandwidth_throttle: null,
  throttle_exception_throttle: null,
  throttle_exception_start: null,
  throttle_exception_end: null,
  throttle_exception_days: null,
  throttle_exception_dow: [],
  subscription_uuid: null,
  share_disclaimer: null,
  email_templates: false,
  locale: 'en_US',
  timezone: 'UTC',
}

export const parseSettings = (text: string): OrganizationSettings => ({ ...DEFAULTS, ...JSON.parse(text) })

/**
 * What a change is compared with. Where no locale was set, the usual one is a choice when it comes alone: programs that send
 * back all that they have read choose nothing.
 */
export function settingsBefore(text: string, named: readonly string[]): Partial<OrganizationSettings> {
  const { locale, ...rest } = parseSettings(text)
  const isChoice = named.join() === 'locale' && JSON.parse(text).locale === undefined
  return isChoice ? rest : { ...rest, locale }
}

/** The settings among what was given, checked. */
export function settingsAmong(given: Partial<OrganizationSettings>): Partial<OrganizationSettings> {
  for (const field of ['throttle_exception_start', 'throttle_exception_end'] as const)
    checkTimeOfDay(given[field], field)
  if (given.timezone !== undefined && !isTimezone(given.timezone))
    refuse('timezone', 'expected: a time zone name such as Europe/Berlin')
  if (given.locale !== undefined && !/^[a-z]{2,3}(_[A-Z]{2})?$/.test(given.locale))
    refuse('locale', 'expected: a locale such as en_US')
  const entries = KEPT.filter((field) => given[field] !== undefined).map((field) => [field, given[field]])
  return Object.fromEntries(entries)
}

export function checkTimeOfDay(given: string | null | undefined, field: string): void {
  if (given && !/^([01]\d|2[0-3]):[0-5]\d$/.test(given)) refuse(field, 'expected: HH:MM')
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A name as it can stand in an address: `Smith, Jones and Sons` becomes `smith-jones-and-sons`. */
export function normalSlug(given: string): string {
  const plain = given
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  const slug = trimEndOf(plain, '-')
  if (slug === '') refuse('slug')
  return slug
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** A whole host name. A single label is taken for a sibling of the host that the service has. */
export function normalHostname(given: string, baseUrl: string | undefined): string {
  const name = given.trim().toLowerCase().replace(/\.$/, '')
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label))) refuse('hostname')
  return name.includes('.') ? name : [name, ...domainOf(baseUrl)].join('.')
}

function domainOf(baseUrl: string | undefined): string[] {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname
  const labels = host.split('.').filter((label) => label !== '')
  return labels.length > 2 ? labels.slice(1) : labels
}

/** An address that mail can be sent to, as far as its form can tell. */
/** `parameter` is what the caller calls it: the list that the address is one of, or the address alone. */
export function checkEmail(email: string, parameter = 'email'): string {
  const address = email.trim()
  if (address.length > 254 || !/^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address))
    refuse(parameter, parameter === 'email' ? undefined : `${address.slice(0, 254)} is not an email address`)
  return address
}

export function checkName(name: string, field = 'name'): string {
  const trimmed = name.trim()
  if (trimmed === '') missing(field)
  if (/\p{Cc}/u.test(trimmed)) refuse(field)
  return trimmed
}
