import { DEFAULT_POLICY, type PolicySettings } from '@holdfast/api/policy'
import { fail, refuse } from '../../errors.ts'

export type Field = keyof PolicySettings
export const FIELDS = Object.keys(DEFAULT_POLICY) as Field[]

/** What an organization may do. None has more of it than the one above. A rate limit is no such right. */
export const PERMISSIONS: readonly Field[] = FIELDS.filter(
  (field) => /^(user|admin|webdav)_|_enabled$/.test(field) && field !== 'api_ratelimit_enabled',
)
/** What is asked of people. None asks less than the one above. */
export const DEMANDS: readonly Field[] = FIELDS.filter(
  (field) => field.startsWith('require_') || field === 'secure_shares',
)
/** What is granted from above: nobody raises the own limits, or lowers the own price. */
export const GRANTED_FROM_ABOVE: readonly Field[] = [
  'api_ratelimit',
  'api_ratelimit_enabled',
  'create_orgs_until',
  'max_file_size',
  'monthly_cost_cents',
  'monthly_cost_currency',
  'num_orgs_maximum',
  'num_users_maximum',
  'num_users_minimum',
  'space_quota',
]

export type PolicyChange = Partial<PolicySettings>

/** What the policy of the organization above holds as it is: what it does not have to give, or does not let go. */
export function holdOf(parent: PolicySettings, field: Field): 'not_granted' | 'required' | undefined {
  if (PERMISSIONS.includes(field)) return parent[field] ? undefined : 'not_granted'
  return DEMANDS.includes(field) && parent[field] ? 'required' : undefined
}

/** Throws `policy_error` for what the organization above does not have to give, or does not let go. */
export function checkAgainstParent(change: PolicyChange, parent: PolicySettings): void {
  for (const field of FIELDS) {
    const hold = holdOf(parent, field)
    if (hold === 'not_granted' && change[field] === true)
      fail('policy_error', `The parent organization does not allow ${field}.`)
    if (hold === 'required' && change[field] === false)
      fail('policy_error', `The parent organization requires ${field}.`)
  }
}

/** A policy without what the one above lacks, and with what it demands. */
export function fitBelow(policy: PolicySettings, parent: PolicySettings): PolicySettings {
  const fitted: Record<string, unknown> = { ...policy }
  for (const field of FIELDS) {
    const hold = holdOf(parent, field)
    if (hold) fitted[field] = hold === 'required'
  }
  return fitted as PolicySettings
}

/** The policy fields among parameters. Extension lists are checked and put into one form. */
export function policyAmong(given: Record<string, unknown>): PolicyChange {
  const change = Object.fromEntries(
    FIELDS.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]),
  ) as PolicyChange
  for (const field of ['excluded_extensions', 'locked_extensions'] as const)
    if (change[field] !== undefined) change[field] = extensionList(field, change[field] ?? '')
  if (change.monthly_cost_currency != null && !/^[A-Z]{3}$/.test(change.monthly_cost_currency))
    refuse('monthly_cost_currency', 'expected: EUR')
  return change
}

/** `doc, .PDF` becomes `.doc,.PDF`. */
function extensionList(field: string, text: string): string {
  const extensions = text
    .split(',')
    .map((extension) => extension.trim())
    .filter((extension) => extension !== '')
    .map((extension) => (extension.startsWith('.') ? extension : `.${extension}`))
  if (extensions.some((extension) => /[\s/\\]/.test(extension) || extension === '.')) refuse(field)
  return [...new Set(extensions)].join(',')
}
