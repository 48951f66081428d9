import { Type } from 'typebox'
import { pageOf, StatusOk } from '../envelopes.ts'
import { File, Folder, Item } from '../files/file-objects.ts'
import { chosen } from '../files/file-zips.ts'
import { itemPages, NAME_ERRORS, RevisionFields, UPLOAD_ERRORS, uploadFields } from '../files/files.ts'
import { THUMBNAIL, thumbnailParams } from '../files/thumbnails.ts'
import { type EntryId, FolderRef, IdOf } from '../ids.ts'
import { NameField, operation, UploadField } from '../operation.ts'

/** All of them are for anyone who holds the hash of a public link, too. */
const shared = { area: 'Shared content', auth: 'link' } as const
const LINK = '/api/2/sharelinks/{sharelink_id}'
const FOLDER = `${LINK}/files/folder/{folder_id}` as const
const FILE = `${LINK}/files/{file_id}` as const

const through = {
  sharelink_id: Type.String({ maxLength: 64, description: 'The ID or the hash of the link' }),
}
const inFolder = {
  ...through,
  folder_id: FolderRef({ description: '0 is the shared folder itself' }),
}
const onFile = { ...through, file_id: IdOf<EntryId>() }
const lockInfo = { include_lock_info: Type.Boolean({ default: true }) }
const ancestors = {
  include_ancestors: Type.Boolean({
    default: false,
    description: 'Include the folders between the shared folder and the item',
  }),
}
const withChildren = {
  ...ancestors,
  include_children: Type.Boolean({ default: true }),
  ...lockInfo,
  hash: Type.Optional(
    Type.String({
      description: 'The `hash` of an earlier response. If nothing has changed since, returns 304',
    }),
  ),
}
const listed = {
  include_deleted: Type.Boolean({
    default: true,
    description: 'No effect: share links never show deleted items',
  }),
  ...lockInfo,
  include_permissions: Type.Boolean({ default: false }),
  ...itemPages,
}

export const openSharelink = operation({
  name: 'open_sharelink',
  method: 'POST',
  path: `${LINK}/open`,
  ...shared,
  ours: true,
  summary: 'Open a share link with its password',
  description: 'The response has a ticket. Send it as the header `X-Link-Ticket` with other calls.',
  params: { ...through, password: Type.String({ maxLength: 1024 }) },
  result: Type.Object({ ticket: Type.String(), expires: Type.String() }),
})

export const getSharedRoot = operation({
  name: 'get_shared_root',
  method: 'GET',
  path: `${LINK}/files`,
  ...shared,
  summary: 'Get the shared folder with its items',
  params: { ...through, ...withChildren },
  result: Folder,
})

export const getSharedFolder = operation({
  name: 'get_shared_folder',
  method: 'GET',
  path: FOLDER,
  ...shared,
  summary: 'Get a folder inside the shared folder with its items',
  params: { ...inFolder, ...withChildren },
  result: Folder,
})

export const listSharedRootChildren = operation({
  name: 'list_shared_root_children',
  method: 'GET',
  path: `${LINK}/files/children`,
  ...shared,
  summary: 'List the items of the shared folder',
  params: { ...through, ...listed },
  result: pageOf(Item),
})

export const listSharedFolderChildren = operation({
  name: 'list_shared_folder_children',
  method: 'GET',
  path: `${FOLDER}/children`,
  ...shared,
  summary: 'List the items of a folder inside the shared folder',
  params: { ...inFolder, ...listed },
  result: pageOf(Item),
})

export const getSharedFile = operation({
  name: 'get_shared_file',
  method: 'GET',
  path: FILE,
  ...shared,
  summary: 'Get a shared file',
  params: { ...onFile, ...ancestors, ...lockInfo },
  result: File,
})

export const downloadSharelink = operation({
  name: 'download_sharelink',
  method: 'GET',
  path: `${LINK}/download`,
  ...shared,
  summary: 'Download the shared file, or the shared folder as a zip',
  params: { ...through, ...chosen },
  errors: ['range_not_satisfiable'],
})

export const viewSharelink = operation({
  name: 'view_sharelink',
  method: 'GET',
  path: `${LINK}/view`,
  ...shared,
  summary: 'View the shared file in a browser',
  params: through,
  errors: ['range_not_satisfiable'],
})

export const downloadSharedFile = operation({
  name: 'download_shared_file',
  method: 'GET',
  path: `${FILE}/download`,
  ...shared,
  summary: 'Download a file inside the shared folder',
  params: onFile,
  errors: ['range_not_satisfiable'],
})

export const viewSharedFile = operation({
  name: 'view_shared_file',
  method: 'GET',
  path: `${FILE}/view`,
  ...shared,
  summary: 'View a file inside the shared folder in a browser',
  params: onFile,
  errors: ['range_not_satisfiable'],
})

export const getSharedThumbnail = operation({
  name: 'get_shared_thumbnail',
  path: `${FILE}/thumbnail`,
  ...shared,
  summary: 'Get a thumbnail of a shared picture',
  ...THUMBNAIL,
  params: { ...onFile, ...thumbnailParams },
})

export const downloadSharedFolder = operation({
  name: 'download_shared_folder',
  method: 'GET',
  path: `${FOLDER}/download`,
  ...shared,
  summary: 'Download a folder inside the shared folder as a zip',
  description: 'The whole folder, or some of its items.',
  resultType: 'application/zip',
  params: { ...inFolder, ...chosen },
})

export const createFolderInSharedRoot = operation({
  name: 'create_folder_in_shared_root',
  method: 'POST',
  path: `${LINK}/files/create_folder`,
  ...shared,
  summary: 'Create a folder in the shared folder',
  params: { ...through, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const createFolderInSharedFolder = operation({
  name: 'create_folder_in_shared_folder',
  method: 'POST',
  path: `${FOLDER}/create_folder`,
  ...shared,
  summary: 'Create a folder in a folder inside the shared folder',
  params: { ...inFolder, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const uploadToSharedRoot = operation({
  name: 'upload_to_shared_root',
  method: 'POST',
  path: `${LINK}/files/upload`,
  ...shared,
  ours: true,
  summary: 'Upload a file to the shared folder',
  params: { ...through, ...uploadFields },
  result: File,
  errors: UPLOAD_ERRORS,
})

export const uploadToSharedFolder = operation({
  name: 'upload_to_shared_folder',
  method: 'POST',
  path: `${FOLDER}/upload`,
  ...shared,
  ours: true,
  summary: 'Upload a file to a folder inside the shared folder',
  params: { ...inFolder, ...uploadFields },
  result: File,
  errors: UPLOAD_ERRORS,
})

export const uploadSharedRevision = operation({
  name: 'upload_shared_revision',
  method: 'POST',
  path: `${FILE}/upload`,
  ...shared,
  ours: true,
  summary: 'Upload new content for a shared file',
  params: { ...onFile, file: UploadField(), ...RevisionFields.properties },
  result: File,
  errors: [...UPLOAD_ERRORS, 'ver_conflict'],
})

export const deleteSharedFile = operation({
  name: 'delete_shared_file',
  method: 'POST',
  path: `${FILE}/delete`,
  ...shared,
  ours: true,
  summary: 'Delete a file inside the shared folder',
  params: onFile,
  result: StatusOk,
  errors: ['resource_locked'],
})

export const deleteSharedFolder = operation({
  name: 'delete_shared_folder',
  method: 'POST',
  path: `${FOLDER}/delete`,
  ...shared,
  ours: true,
  summary: 'Delete a folder inside the shared folder, and everything in it',
  params: { ...through, folder_id: IdOf<EntryId>() },
  result: StatusOk,
  errors: ['resource_locked'],
})
