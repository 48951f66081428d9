import { Type } from 'typebox'
import { inFolder, inRoot } from './files.ts'
import { type EntryId, IdOf } from './ids.ts'
import { operation } from './operation.ts'

const ids = (description: string) => Type.Optional(Type.Array(IdOf<EntryId>(), { description }))
/** Which items of a folder are wanted; all unless some are named. */
export const chosen = {
  file_ids: ids('Only these files, which must be directly in the folder; ids separated by commas'),
  folder_ids: ids('Only these folders, which must be directly in the folder; ids separated by commas'),
}

export const downloadRoot = operation({
  name: 'download_root',
  method: 'GET',
  path: '/api/2/files/{root_id}/download',
  area: 'Folders',
  summary: 'Download a root as a zip',
  description: 'All of it, or some of its top-level items.',
  resultType: 'application/zip',
  params: { ...inRoot, ...chosen },
  errors: ['root_deleted'],
})

export const downloadFolder = operation({
  name: 'download_folder',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}/download',
  area: 'Folders',
  summary: 'Download a folder as a zip',
  description: 'All of it, or some of its items.',
  resultType: 'application/zip',
  params: { ...inFolder, ...chosen },
  errors: ['root_deleted'],
})
