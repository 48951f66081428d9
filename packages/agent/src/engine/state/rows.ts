import type { Change } from '@holdfast/api/files/changes'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { RemoteRow } from '../../core/remote-tree.ts'

type Common = Pick<
  Change,
  | 'entry_id'
  | 'parent_id'
  | 'name'
  | 'ver'
  | 'seq'
  | 'revision_id'
  | 'content'
  | 'size'
  | 'modified'
  | 'is_deleted'
>

const rowOf = (told: Common, kind: RemoteRow['kind']): RemoteRow => ({
  id: told.entry_id,
  parentId: told.parent_id,
  kind,
  name: told.name,
  ver: told.ver,
  seq: told.seq,
  revisionId: told.revision_id,
  content: told.content,
  size: told.size,
  modified: kind === 'file' ? told.modified : null,
  deleted: told.is_deleted,
})

export const rowOfEntry = (entry: SyncEntry): RemoteRow => rowOf(entry, entry.kind)

/** Undefined for changes that make no new version of an item. */
export const rowOfChange = (change: Change): RemoteRow | undefined =>
  change.kind === 'root' || change.op === 'lock' || change.op === 'unlock'
    ? undefined
    : rowOf(change, change.kind)
