import { Type } from 'typebox'
import { type EntryId, IdOf } from '../ids.ts'
import { operation } from '../operation.ts'
import { inFolder, inRoot } from './files.ts'

const ids = (description: string, options = {}) =>
  Type.Optional(Type.Array(IdOf<EntryId>(), { description, ...options }))
/** Which items of a folder are wanted; all unless some are named. */
export const chosen = {
  file_ids: ids('Only these files, which must be directly in the folder; IDs separated by commas'),
  folder_ids: ids('Only these folders, which must be directly in the folder; IDs separated by commas'),
}

export const downloadRoot = operation({
  name: 'download_root',
  method: 'GET',
  path: '/api/2/files/{root_id}/download',
  area: 'Folders',
  summary: 'Download a root as a zip',
  description: 'The whole root, or some of its top-level items.',
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
  description: 'The whole folder, or some of its items.',
  resultType: 'application/zip',
  params: { ...inFolder, ...chosen },
  errors: ['root_deleted'],
})

/** How many files, and how many folders, one order of a zip may name. */
export const MAX_ORDERED = 10_000
const many = { maxItems: MAX_ORDERED }

export const orderZip = operation({
  name: 'order_zip',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/zip',
  area: 'Folders',
  ours: true,
  summary: 'Prepare a zip of many items',
  description:
    'For more items than fit into a URL. The URL in the response works once, for the same person, within two minutes.',
  params: {
    ...inFolder,
    file_ids: ids('Only these files, which must be directly in the folder', many),
    folder_ids: ids('Only these folders, which must be directly in the folder', many),
  },
  result: Type.Object({
    address: Type.String({ description: 'The path of the zip on this server' }),
    expires: Type.String({ description: 'Until when it can be downloaded, in UTC' }),
  }),
  errors: ['root_deleted'],
})

export const downloadZip = operation({
  name: 'download_zip',
  method: 'GET',
  path: '/api/2/zips/{zip_id}',
  area: 'Folders',
  ours: true,
  summary: 'Download a zip prepared by `order_zip`',
  description: 'Works once. Permissions are checked again.',
  resultType: 'application/zip',
  params: { zip_id: Type.String({ maxLength: 64, description: 'The last part of the URL' }) },
  errors: ['root_deleted'],
})
