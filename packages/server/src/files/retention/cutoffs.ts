import type { PolicySettings } from '@holdfast/api/policy'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { RootRow } from '../../records/roots.ts'
import type { Cutoffs } from './queries.ts'

/** Where the policy says that something goes, but not when. */
const DEFAULT_DAYS = 30

/** Kinds of roots that follow the same fields of a policy. */
export const ROOT_TYPES: readonly (readonly RootRow['root_type'][])[] = [['sync', 'share'], ['backup']]

/** Up to which moment a policy has things removed from roots of a type by now. */
export function cutoffsOf(
  policy: PolicySettings,
  type: RootRow['root_type'] | undefined,
  now: Instant,
): Cutoffs {
  const ago = (wanted: boolean, days: number | null): Instant | undefined =>
    wanted ? now - (days ?? DEFAULT_DAYS) * DAY_MS : undefined
  if (type === 'backup')
    return {
      deleted: ago(policy.backups_purge_deleted, policy.backups_purge_deleted_frequency),
      replaced: ago(policy.backups_trim_revisions, policy.backups_trim_revisions_frequency),
    }
  return {
    deleted: ago(policy.purge_deleted, policy.purge_deleted_frequency),
    replaced: ago(policy.trim_revisions, policy.trim_revisions_x),
  }
}
