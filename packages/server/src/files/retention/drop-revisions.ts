import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { dropRevisions } from '../../platform/content/revision-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addGrowth } from '../../records/organizations.ts'
import { addSizes, type RootRow } from '../../records/roots.ts'
import type { OldRevision } from './queries.ts'

/** So much is removed in one transaction, for which others of the same root wait. */
export const REVISIONS_AT_ONCE = 500
export const BYTES_AT_ONCE = 16 * 1024 ** 3

/** As many revisions, from the first on, as one transaction can remove; one at least. */
export function fitting<T extends { size: number }>(revisions: readonly T[]): T[] {
  let bytes = 0
  const fit = revisions.slice(0, REVISIONS_AT_ONCE).filter(({ size }, n) => {
    bytes += size
    return n === 0 || bytes <= BYTES_AT_ONCE
  })
  return fit
}

/**
 * Removes revisions of files and counts that. `isDeleted` tells under which heading they were counted, `files` how many
 * deleted files end with them. Takes the row of the organization: of rows that others share, only the end of the activity
 * may come after it.
 */
export async function dropCounted(
  tx: Tx,
  root: Pick<RootRow, 'id' | 'organization_id'>,
  revisions: readonly OldRevision[],
  isDeleted: (file: EntryId) => boolean,
  at: Instant,
  files = 0,
): Promise<void> {
  const freed = await dropRevisions(
    tx,
    root.id,
    revisions.map(({ id }) => id),
    at,
  )
  const sums = { live: { count: 0, bytes: 0 }, deleted: { count: 0, bytes: 0 } }
  for (const { entry_id, full_size, delta_size } of revisions) {
    const sum = sums[isDeleted(entry_id) ? 'deleted' : 'live']
    sum.count++
    sum.bytes += full_size + delta_size
  }
  await addSizes(tx, root.id, {
    stored_size: -freed,
    live_revisions: -sums.live.count,
    live_revision_size: -sums.live.bytes,
    deleted_files: -files,
    deleted_revisions: -sums.deleted.count,
    deleted_revision_size: -sums.deleted.bytes,
  })
  if (freed > 0) await addGrowth(tx, root.organization_id, { stored_size: -freed })
}
