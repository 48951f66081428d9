import { Type } from 'typebox'
import { inFolder, inRoot } from './files.ts'
import { type EntryId, IdOf } from './ids.ts'
import { operation } from './operation.ts'

const ids = (description: string) => Type.Optional(Type.Array(IdOf<EntryId>(), { description }))
/** Which items of a folder are wanted; all unless some are named. */
export const chosen = {
  file_ids: ids('Only these files, by commas; they must lie directly in the folder'),
  folder_ids: ids('Only these folders, by commas; they must lie directly in the folder'),
}

export const downloadRoot = operation({
  name: 'download_root',
  method: 'GET',
  path: '/api/2/files/{root_id}/download',
  area: 'Folders',
  summary: 'All that is in a root, or some of its top level items, as a zip',
  resultType: 'application/zip',
  params: { ...inRoot, ...chosen },
  errors: ['root_deleted'],
})

export const downloadFolder = operation({
  name: 'download_folder',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}/download',
  area: 'Folders',
  summary: 'All that is in a folder, or some of its items, as a zip',
  resultType: 'application/zip',
  params: { ...inFolder, ...chosen },
  errors: ['root_deleted'],
})
