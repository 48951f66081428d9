import type { EntryId, RootId } from '@holdfast/api/ids'
import type { EntryAddress } from '../../access/read-entry.ts'

/** The ids of a file's address, as operations take them. */
export const filePath = (params: { root_id: RootId; file_id: EntryId }): EntryAddress & { kind: 'file' } => ({
  rootId: params.root_id,
  entryId: params.file_id,
  kind: 'file',
})
/** A folder where that counts as the whole root: folder 0. */
export const folderOrRoot = (params: { root_id: RootId; folder_id: EntryId }) =>
  Number(params.folder_id) === 0 ? { rootId: params.root_id, kind: 'root' as const } : folderPath(params)

export const folderPath = (params: {
  root_id: RootId
  folder_id: EntryId
}): EntryAddress & { kind: 'folder' } => ({
  rootId: params.root_id,
  entryId: params.folder_id,
  kind: 'folder',
})
