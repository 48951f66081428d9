import type { SyncEntry } from '@holdfast/api/files/sync'
import type { PersonId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { isHeld } from '../basics/check-unlocked.ts'
import type { SyncRow } from './queries.ts'

export const syncEntryView = (row: SyncRow, at: Instant): SyncEntry => ({
  entry_id: row.id,
  parent_id: row.parent_id as SyncEntry['parent_id'],
  kind: row.kind,
  name: row.name,
  ver: row.ver,
  seq: row.seq,
  revision_id: row.revision_id,
  size: row.size,
  content: row.content?.toString('hex') ?? null,
  modified: formatUtc(row.modified_at),
  created: formatUtc(row.created_at),
  is_deleted: row.deleted_at !== null,
  lock: isHeld(row, at)
    ? {
        person_id: row.locked_by as PersonId,
        name: row.lock_holder ?? '',
        expires: row.lock_until === null ? null : formatUtc(row.lock_until),
      }
    : null,
  meta: row.meta,
})
