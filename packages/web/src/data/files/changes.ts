import { renameFile, renameFolder } from '@holdfast/api/files/file-places'
import { createFolderInFolder } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { call } from '../service/api.ts'

/** An item as changes name it. */
export interface Named {
  type: 'file' | 'folder'
  id: EntryId
  name?: string
}

export interface Target {
  root: RootId
  folder: EntryId
}

export const createFolder = (root: RootId, folder: EntryId, name: string) =>
  call(createFolderInFolder, { root_id: root, folder_id: folder, name })

export const rename = (root: RootId, { type, id }: Named, name: string) =>
  type === 'file'
    ? call(renameFile, { root_id: root, file_id: id, name })
    : call(renameFolder, { root_id: root, folder_id: id, name })
