import type { File } from '@holdfast/api/files/files'
import type { ItemState } from '@holdfast/api/files/history'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'

/** A file as the viewer wants it, of what is known about how it was. */
export const fileThen = (root_id: RootId, id: EntryId, state: ItemState): File => ({
  type: 'file',
  id,
  root_id,
  revision_id: state.revision_id as RevisionId,
  name: state.name,
  path: state.path ?? state.name,
  is_deleted: state.is_deleted,
  created: state.modified,
  modified: state.modified,
  size: state.size,
  size_formatted: '',
  is_locked: false,
})
