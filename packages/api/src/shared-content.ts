import { Type } from 'typebox'
import { pageOf, StatusOk } from './envelopes.ts'
import { File, Folder, Item } from './file-objects.ts'
import { chosen } from './file-zips.ts'
import { itemPages, NAME_ERRORS, RevisionFields, UPLOAD_ERRORS, uploadFields } from './files.ts'
import { type EntryId, FolderRef, IdOf } from './ids.ts'
import { NameField, operation, UploadField } from './operation.ts'

/** All of them are for whoever holds the hash of a public link, too. */
const shared = { area: 'Shared content', auth: 'link' } as const
const LINK = '/api/2/sharelinks/{sharelink_id}'
const FOLDER = `${LINK}/files/folder/{folder_id}` as const
const FILE = `${LINK}/files/{file_id}` as const

const through = { sharelink_id: Type.String({ maxLength: 64, description: 'An id, or a hash' }) }
const inFolder = {
  ...through,
  folder_id: FolderRef({ description: '0 is the shared folder' }),
}
const onFile = { ...through, file_id: IdOf<EntryId>() }
const lockInfo = { include_lock_info: Type.Boolean({ default: true }) }
const ancestors = {
  include_ancestors: Type.Boolean({ default: false, description: 'From the shared folder on' }),
}
const withChildren = {
  ...ancestors,
  include_children: Type.Boolean({ default: true }),
  ...lockInfo,
  hash: Type.Optional(
    Type.String({ description: 'The hash of an earlier answer: 304 when nothing changed since' }),
  ),
}
const listed = {
  include_deleted: Type.Boolean({ default: true, description: 'Deleted items are never shown here' }),
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
  summary: 'Give the password of a link, for a ticket that the other calls take as X-Link-Ticket',
  params: { ...through, password: Type.String({ maxLength: 1024 }) },
  result: Type.Object({ ticket: Type.String(), expires: Type.String() }),
})

export const getSharedRoot = operation({
  name: 'get_shared_root',
  method: 'GET',
  path: `${LINK}/files`,
  ...shared,
  summary: 'The folder that a link shares, with its items',
  params: { ...through, ...withChildren },
  result: Folder,
})

export const getSharedFolder = operation({
  name: 'get_shared_folder',
  method: 'GET',
  path: FOLDER,
  ...shared,
  summary: 'A folder in a shared one, with its items',
  params: { ...inFolder, ...withChildren },
  result: Folder,
})

export const listSharedRootChildren = operation({
  name: 'list_shared_root_children',
  method: 'GET',
  path: `${LINK}/files/children`,
  ...shared,
  summary: 'The items of the folder that a link shares, by pages',
  params: { ...through, ...listed },
  result: pageOf(Item),
})

export const listSharedFolderChildren = operation({
  name: 'list_shared_folder_children',
  method: 'GET',
  path: `${FOLDER}/children`,
  ...shared,
  summary: 'The items of a folder in a shared one, by pages',
  params: { ...inFolder, ...listed },
  result: pageOf(Item),
})

export const getSharedFile = operation({
  name: 'get_shared_file',
  method: 'GET',
  path: FILE,
  ...shared,
  summary: 'A file that a link shares',
  params: { ...onFile, ...ancestors, ...lockInfo },
  result: File,
})

export const downloadSharelink = operation({
  name: 'download_sharelink',
  method: 'GET',
  path: `${LINK}/download`,
  ...shared,
  summary: 'The shared file, or the shared folder as a zip',
  params: { ...through, ...chosen },
  errors: ['range_not_satisfiable'],
})

export const viewSharelink = operation({
  name: 'view_sharelink',
  method: 'GET',
  path: `${LINK}/view`,
  ...shared,
  summary: 'The shared file, to be shown',
  params: through,
  errors: ['range_not_satisfiable'],
})

export const downloadSharedFile = operation({
  name: 'download_shared_file',
  method: 'GET',
  path: `${FILE}/download`,
  ...shared,
  summary: 'The content of a shared file, to be saved',
  params: onFile,
  errors: ['range_not_satisfiable'],
})

export const viewSharedFile = operation({
  name: 'view_shared_file',
  method: 'GET',
  path: `${FILE}/view`,
  ...shared,
  summary: 'The content of a shared file, to be shown',
  params: onFile,
  errors: ['range_not_satisfiable'],
})

export const downloadSharedFolder = operation({
  name: 'download_shared_folder',
  method: 'GET',
  path: `${FOLDER}/download`,
  ...shared,
  summary: 'All that is in a shared folder, or some of its items, as a zip',
  resultType: 'application/zip',
  params: { ...inFolder, ...chosen },
})

export const createFolderInSharedRoot = operation({
  name: 'create_folder_in_shared_root',
  method: 'POST',
  path: `${LINK}/files/create_folder`,
  ...shared,
  summary: 'Make a folder in the one that a link shares',
  params: { ...through, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const createFolderInSharedFolder = operation({
  name: 'create_folder_in_shared_folder',
  method: 'POST',
  path: `${FOLDER}/create_folder`,
  ...shared,
  summary: 'Make a folder in a folder of a shared one',
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
  summary: 'Add a file to the folder that a link shares',
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
  summary: 'Add a file to a folder in a shared one',
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
  summary: 'Give a shared file a new content',
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
  summary: 'Delete a file in a shared folder',
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
  summary: 'Delete a folder in a shared one, with all below it',
  params: { ...through, folder_id: IdOf<EntryId>() },
  result: StatusOk,
  errors: ['resource_locked'],
})
