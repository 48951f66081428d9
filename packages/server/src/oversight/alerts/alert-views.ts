import type { Alert } from '@holdfast/api/oversight/alerts'
import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import type { ImportRecord } from '../../accounts/directories/view.ts'
import { named } from '../../records/machines.ts'
import { parsePolicy } from '../../records/policy.ts'
import type { DirectoryOfNote, UnreachableMachine, Watched } from './queries.ts'

export const NEARLY_FULL = 0.9
export const TRIAL_DAYS = 14
export const LICENSE_DAYS = 30
export const SHOWN = 20

const alert = (kind: Alert['kind'], level: Alert['level'], more: Partial<Alert>): Alert => ({
  ...{ type: 'alert', kind, level, at: null, used: null, limit: null, count: 0, items: [] },
  ...more,
})

export const ALERTS_OF_ORGANIZATIONS = [
  'space_quota',
  'accounts_maximum',
  'trial_ending',
  'license_ending',
] as const satisfies Alert['kind'][]

/** What the row of an organization tells by itself. */
export function alertsOfOrganization(
  organization: Omit<Watched, 'id' | 'path' | 'name'>,
  now: Instant,
): Alert[] {
  const { space_quota, num_users_maximum } = parsePolicy(organization.policy)
  const { stored_size, pending_size, persons_count, trial_until, license_until } = organization
  return [
    ...reached('space_quota', stored_size + pending_size, space_quota),
    ...reached('accounts_maximum', persons_count, num_users_maximum),
    ...ending('trial_ending', trial_until, TRIAL_DAYS, now),
    ...ending('license_ending', license_until, LICENSE_DAYS, now),
  ]
}

function reached(kind: Alert['kind'], used: number, limit: number | null): Alert[] {
  if (limit === null || used < limit * NEARLY_FULL) return []
  return [alert(kind, used >= limit ? 'urgent' : 'warning', { used, limit })]
}

function ending(kind: Alert['kind'], until: Instant | null, days: number, now: Instant): Alert[] {
  if (until === null || until > now + days * DAY_MS) return []
  return [alert(kind, until <= now ? 'urgent' : 'warning', { at: formatUtc(until) })]
}

export function failedDirectories(sources: readonly DirectoryOfNote[]): Alert[] {
  const failed = sources.flatMap((source) => {
    const last = source.last_import === null ? undefined : (JSON.parse(source.last_import) as ImportRecord)
    return last && last.status !== 'ok'
      ? [{ id: source.id, name: source.nickname ?? source.host, at: last.finishedAt }]
      : []
  })
  if (failed.length === 0) return []
  const at = formatUtc(Math.max(...failed.map((one) => one.at)))
  const items = failed.slice(0, SHOWN).map(({ id, name }) => ({ id, name }))
  return [alert('directory_failed', 'warning', { at, count: failed.length, items })]
}

/** Of the first ones, and how many there are. */
export function unreachableMachines(
  machines: readonly Omit<UnreachableMachine, 'organization_id'>[],
  count = machines.length,
): Alert[] {
  if (machines.length === 0) return []
  const at = formatUtc(
    machines.reduce((first, { alerted_at }) => Math.min(first, alerted_at ?? first), Infinity),
  )
  const items = machines.slice(0, SHOWN).map((machine) => ({ id: machine.id, name: named(machine).name }))
  return [alert('machines_unreachable', 'warning', { at, count, items })]
}

export function openBrakes(
  brakes: readonly { id: number; created_at: Instant; root_name: string }[],
): Alert[] {
  if (brakes.length === 0) return []
  const at = formatUtc(Math.min(...brakes.map(({ created_at }) => created_at)))
  const items = brakes.slice(0, SHOWN).map(({ id, root_name }) => ({ id, name: root_name }))
  return [alert('brake', 'urgent', { at, count: brakes.length, items })]
}

export interface Trouble {
  count: number
  oldest: Instant
  isGivenUp: boolean
  items: Alert['items']
}
export const troubleAlert = (kind: Alert['kind'], { count, oldest, isGivenUp, items }: Trouble): Alert =>
  alert(kind, isGivenUp ? 'urgent' : 'warning', { at: formatUtc(oldest), count, items })

/** What is only to be told, with a moment that it is about. */
export const plainAlert = (kind: Alert['kind'], level: Alert['level'], at: Instant): Alert =>
  alert(kind, level, { at: formatUtc(at) })

export const setupAlert = (count: number): Alert => alert('setup_open', 'warning', { count })
