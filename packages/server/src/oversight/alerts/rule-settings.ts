import { isIP } from 'node:net'
import type { OrganizationId } from '@holdfast/api/ids'
import { type RuleKind, THRESHOLDS } from '@holdfast/api/oversight/alert-rules'
import { checkEmail } from '../../accounts/organizations/settings.ts'
import { refuse } from '../../errors.ts'
import type { Config } from '../../platform/config/config.ts'
import { isHost, isListed, isNeverAllowed, isPublic } from '../../platform/outbound/addresses.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { OF_INSTALLATION } from '../../records/shipped-rules.ts'

/** What someone wants a rule to be; what is undefined stays. */
export interface RuleSettings {
  threshold?: number | null | undefined
  below?: boolean | undefined
  enabled?: boolean | undefined
  quiet_minutes?: number | undefined
  administrators?: boolean | undefined
  emails?: readonly string[] | undefined
  webhook_url?: string | null | undefined
}

export function checkKind(kind: RuleKind, organizationId: OrganizationId): void {
  if (OF_INSTALLATION.includes(kind) && organizationId !== ROOT_ORGANIZATION)
    refuse('kind', 'only the root organization can have this kind of rule')
}

/** The columns that the settings of a rule change. */
export function changedColumns(config: Pick<Config, 'outboundAllow'>, kind: RuleKind, wish: RuleSettings) {
  const { threshold, below, enabled, quiet_minutes, administrators, emails, webhook_url } = wish
  return {
    ...(threshold !== undefined && { threshold: checkedThreshold(kind, threshold) }),
    ...(below !== undefined && { below: flag(below) }),
    ...(enabled !== undefined && { enabled: flag(enabled) }),
    ...(quiet_minutes !== undefined && { quiet_minutes }),
    ...(administrators !== undefined && { administrators: flag(administrators) }),
    ...(emails !== undefined && { emails: JSON.stringify(checkedEmails(emails)) }),
    ...(webhook_url !== undefined && {
      webhook_url: webhook_url === null ? null : checkedUrl(config, webhook_url),
    }),
  }
}

/** All settings of a rule that nobody has set yet. */
export interface WholeRule extends RuleSettings {
  below: boolean
  enabled: boolean
  quiet_minutes: number
  administrators: boolean
}

/** The same of a new rule. */
export const newColumns = (config: Pick<Config, 'outboundAllow'>, kind: RuleKind, wish: WholeRule) => ({
  threshold: THRESHOLDS[kind]?.usual ?? null,
  emails: '[]',
  webhook_url: null,
  ...changedColumns(config, kind, wish),
  below: flag(wish.below),
  enabled: flag(wish.enabled),
  quiet_minutes: wish.quiet_minutes,
  administrators: flag(wish.administrators),
})

const flag = (on: boolean) => (on ? (1 as const) : (0 as const))

function checkedThreshold(kind: RuleKind, given: number | null): number | null {
  const range = THRESHOLDS[kind]
  if (range === null) return given === null ? null : refuse('threshold', 'this kind of rule has none')
  const value = given ?? range.usual
  if (value < range.least || value > range.most)
    refuse('threshold', `expected: ${range.least} to ${range.most} (${range.unit})`)
  return value
}

function checkedEmails(given: readonly string[]): string[] {
  const checked = given.map((email) => checkEmail(email, 'emails'))
  return [...new Map(checked.map((email) => [email.toLowerCase(), email])).values()]
}

/** A name is looked up each time that something is sent there, and judged by where it leads then. */
function checkedUrl({ outboundAllow }: Pick<Config, 'outboundAllow'>, given: string): string {
  const url = URL.parse(given)
  const bad = (why: string): never => refuse('webhook_url', why)
  if (url?.protocol !== 'https:') return bad('it must start with https://')
  if (url.username || url.password) return bad('it must not contain a user name or a password')
  url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isHost(host)) return bad('expected: an address such as https://example.com/alerts')
  const isOpen = (address: string) =>
    isPublic(address) || (!isNeverAllowed(address) && isListed(outboundAllow, address))
  if (isIP(host) !== 0 && !isOpen(host))
    return bad(
      'this is a private address. A system administrator can allow it with the setting HOLDFAST_OUTBOUND_ALLOW',
    )
  return url.href
}
