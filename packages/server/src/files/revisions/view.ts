import type { Revision } from '@holdfast/api/files/revisions'
import type { RootId } from '@holdfast/api/ids'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import type { RevisionRow } from '../../records/revisions.ts'

export const revisionView = (rootId: RootId, revision: RevisionRow): Revision => ({
  type: 'revision',
  id: revision.id,
  file_id: revision.entry_id,
  root_id: rootId,
  created: formatUtc(revision.created_at),
  modified: formatUtc(revision.modified_at),
  file_size: revision.size,
  file_size_formatted: formatSize(revision.size),
  full_size: revision.full_size,
  full_size_formatted: formatSize(revision.full_size),
  delta_size: revision.delta_size,
  delta_size_formatted: formatSize(revision.delta_size),
})
