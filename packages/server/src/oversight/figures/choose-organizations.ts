import type { OrganizationState } from '@holdfast/api/accounts/organization-may'
import type { ParamsOf } from '@holdfast/api/operation'
import type { tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Place } from '../../platform/db/table/listed.ts'
import { nameKeyOf } from '../../records/people.ts'
import { hasWords, wordsIn } from '../../records/words.ts'
import { LICENSE_DAYS, TRIAL_DAYS } from '../alerts/alert-views.ts'
import type { Listed } from './subtree.ts'

type Params = ParamsOf<typeof tableOrganizations>

export type StateOf = (one: Listed) => OrganizationState
export interface Alerts {
  urgent: number
  warning: number
}

export const grownOf = ({ stored_size, stored_before }: Listed['row']): number | null =>
  stored_before === null ? null : stored_size - stored_before

/** Whether an organization is among those that somebody wishes to see. */
export function isWished(
  { q = '', state, ending, full, grown, no_two_step_rule: noRule }: Params,
  now: Instant,
  stateOf: StateOf,
): (one: Listed) => boolean {
  const typed = wordsIn(q)
  const ends = (until: Instant | null, days: number) => until !== null && until <= now + days * DAY_MS
  return (one) => {
    const { row } = one
    return (
      (q.trim() === '' || (typed.length > 0 && hasWords(wordsIn(row.name), typed))) &&
      (state === undefined || stateOf(one) === state) &&
      (!ending || ends(row.trial_until, TRIAL_DAYS) || ends(row.license_until, LICENSE_DAYS)) &&
      (full === undefined || (row.space_quota !== null && row.stored_size * 100 >= row.space_quota * full)) &&
      (grown === undefined || hasGrown(row, grown)) &&
      (!noRule || row.require_two_step === 0)
    )
  }
}

function hasGrown(row: Listed['row'], percent: number): boolean {
  const grown = grownOf(row)
  return grown !== null && grown > 0 && grown * 100 >= (row.stored_before ?? 0) * percent
}

/** Where it stands in the order that somebody wishes. */
export function keyOf(sort: SortName, { row }: Listed, urgency: () => number): Place['key'] {
  switch (sort) {
    case 'state':
      return `${urgency()} ${nameKeyOf(row.name)}`
    case 'name':
      return nameKeyOf(row.name)
    case 'accounts':
      return row.persons_count
    case 'space':
      return row.stored_size
    case 'grown':
      return grownOf(row) ?? Number.MIN_SAFE_INTEGER
    case 'devices':
      return row.machines_count
    case 'seen':
      return row.seen_at ?? 0
  }
}
type SortName = Exclude<Params['sort'], `-${string}`>
export const sortNamed = (sort: Params['sort']): SortName => sort.replace(/^-/, '') as SortName

const URGENCY: Record<OrganizationState, number> = { expired: 1, suspended: 2, closing: 3, trial: 5, ok: 6 }

/** The worst comes first: what does not work, then what nobody can use, then what soon will not work. */
export function urgencyOf(state: OrganizationState, alerts: Alerts | undefined): number {
  if (alerts && alerts.urgent > 0) return 0
  return alerts && alerts.warning > 0 ? Math.min(4, URGENCY[state]) : URGENCY[state]
}
