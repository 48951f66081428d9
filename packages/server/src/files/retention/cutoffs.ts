import type { PolicySettings } from '@holdfast/api/policy'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { RootRow } from '../../records/roots.ts'
import type { Cutoffs } from './queries.ts'

/** Where the policy says that something goes, but not when. */
const DEFAULT_DAYS = 30

/** Kinds of roots that follow the same fields of a policy. */
export const ROOT_TYPES: readonly (readonly RootRow['root_type'][])[] = [['sync', 'share'], ['backup']]

/** For how many days something stays; undefined: for good. */
export interface KeptDays {
  /** Since it was deleted. */
  deleted: number | undefined
  /** Since a newer version took its place. */
  replaced: number | undefined
}

export function keptDays(policy: PolicySettings, type: RootRow['root_type'] | undefined): KeptDays {
  const days = (wanted: boolean, given: number | null) => (wanted ? (given ?? DEFAULT_DAYS) : undefined)
  if (type === 'backup')
    return {
      deleted: days(policy.backups_purge_deleted, policy.backups_purge_deleted_frequency),
      replaced: days(policy.backups_trim_revisions, policy.backups_trim_revisions_frequency),
    }
  return {
    deleted: days(policy.purge_deleted, policy.purge_deleted_frequency),
    replaced: days(policy.trim_revisions, policy.trim_revisions_x),
  }
}

/** Up to which moment a policy has things removed from roots of a type by now. */
export function cutoffsOf(
  policy: PolicySettings,
  type: RootRow['root_type'] | undefined,
  now: Instant,
): Cutoffs {
  const { deleted, replaced } = keptDays(policy, type)
  const ago = (days: number | undefined): Instant | undefined =>
    days === undefined ? undefined : now - days * DAY_MS
  return { deleted: ago(deleted), replaced: ago(replaced) }
}
