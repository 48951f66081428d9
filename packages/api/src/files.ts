import { Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from './envelopes.ts'
import type { ErrorCode } from './errors.ts'
import { File, Folder, Item, Root } from './file-objects.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from './ids.ts'
import { NameField, operation, UploadField } from './operation.ts'
import { PointField } from './point.ts'

export {
  File,
  Folder,
  type Item,
  LESSER_PERMISSIONS,
  type LockView,
  OrganizationRoot,
  PERMISSIONS,
  type Permission,
  Root,
} from './file-objects.ts'

export const inRoot = { root_id: IdOf<RootId>() }
export const inFolder = { ...inRoot, folder_id: FolderRef() }
export const onFile = { ...inRoot, file_id: IdOf<EntryId>() }

const shown = {
  include_deleted: Type.Boolean({ default: true }),
  include_lock_info: Type.Boolean({ default: true }),
  include_permissions: Type.Boolean({ default: false }),
}
const withChildren = {
  include_ancestors: Type.Boolean({ default: false }),
  include_children: Type.Boolean({ default: true }),
  ...shown,
  hash: Type.Optional(
    Type.String({ description: 'The hash of an earlier answer: 304 when nothing changed since' }),
  ),
}
const SORT_KEYS = ['name', 'modified', 'size'] as const
export const itemPages = {
  sort_by: Type.Unsafe<(typeof SORT_KEYS)[number]>({ type: 'string', enum: SORT_KEYS, default: 'name' }),
  sort_order: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
  ...pageParams,
}
const listed = {
  ...shown,
  ...itemPages,
  as_of: PointField('Ours: items as they were then'),
}
const ItemPage = Type.Object({
  ...pageOf(Item).properties,
  as_of_seq: Type.Optional(Type.Integer({ description: 'With as_of: the newest change that is shown' })),
})
export type SortKey = (typeof SORT_KEYS)[number]

export const ON_CONFLICT = ['error', 'rename', 'revision'] as const
export type OnConflict = (typeof ON_CONFLICT)[number]

export const UPLOAD_ERRORS: ErrorCode[] = [
  'no_file_received',
  'policy_error',
  'invalid_name',
  'invalid_extension',
  'name_conflict',
  'resource_locked',
  'root_deleted',
]
export const NAME_ERRORS: ErrorCode[] = [
  'invalid_name',
  'name_too_long',
  'name_conflict',
  'resource_locked',
  'root_deleted',
]

/** What may stand beside the file in an upload of a new revision. */
export const RevisionFields = Type.Object({
  modified: Type.Optional(Type.String({ format: 'date-time', description: 'Ours: the time of its content' })),
  if_ver: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Ours: only if the file is still in this version' }),
  ),
})
/** What may stand beside the file in an upload. */
export const UploadFields = Type.Object({
  on_conflict: Type.Optional(
    Type.Unsafe<OnConflict>({
      type: 'string',
      enum: ON_CONFLICT,
      description:
        'Ours: what to do where the name is taken: `error` (unless given), `rename` the new one, or make it a `revision` of the file that has the name',
    }),
  ),
  created: Type.Optional(
    Type.String({ format: 'date-time', description: 'Ours: the time the file was made' }),
  ),
  modified: Type.Optional(Type.String({ format: 'date-time', description: 'Ours: the time of its content' })),
})
export const uploadFields = { file: UploadField(), ...UploadFields.properties }

export const getRoot = operation({
  name: 'get_root',
  method: 'GET',
  path: '/api/2/files/{root_id}',
  area: 'Roots',
  summary: 'A root, with its top level items',
  params: { ...inRoot, ...withChildren },
  result: Root,
  errors: ['root_deleted'],
})

export const listRootChildren = operation({
  name: 'list_root_children',
  method: 'GET',
  path: '/api/2/files/{root_id}/children',
  area: 'Roots',
  summary: 'The top level items of a root, by pages',
  params: { ...inRoot, ...listed },
  result: ItemPage,
  errors: ['root_deleted'],
})

export const uploadToRoot = operation({
  name: 'upload_to_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/upload',
  area: 'Roots',
  summary: 'Add a file to the top level of a root',
  params: { ...inRoot, ...uploadFields },
  result: File,
  errors: UPLOAD_ERRORS,
})

export const createFolderInRoot = operation({
  name: 'create_folder_in_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/create_folder',
  area: 'Roots',
  summary: 'Make a folder at the top level of a root',
  params: { ...inRoot, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const getFolder = operation({
  name: 'get_folder',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}',
  area: 'Folders',
  summary: 'A folder, with its items; folder 0 is the top level of the root',
  params: { ...inFolder, ...withChildren },
  result: Type.Union([Folder, Root]),
  errors: ['root_deleted'],
})

export const listFolderChildren = operation({
  name: 'list_folder_children',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}/children',
  area: 'Folders',
  summary: 'The items of a folder, by pages',
  params: { ...inFolder, ...listed },
  result: ItemPage,
  errors: ['root_deleted'],
})

export const uploadToFolder = operation({
  name: 'upload_to_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/upload',
  area: 'Folders',
  summary: 'Add a file to a folder',
  params: { ...inFolder, ...uploadFields },
  result: File,
  errors: UPLOAD_ERRORS,
})

export const createFolderInFolder = operation({
  name: 'create_folder_in_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/create_folder',
  area: 'Folders',
  summary: 'Make a folder in a folder',
  params: { ...inFolder, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const deleteFolder = operation({
  name: 'delete_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/delete',
  area: 'Folders',
  summary: 'Delete a folder and all below it; it stays in listings with include_deleted',
  params: { ...inRoot, folder_id: IdOf<EntryId>() },
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})

export const getFile = operation({
  name: 'get_file',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}',
  area: 'Files',
  summary: 'A file',
  params: {
    ...onFile,
    include_ancestors: Type.Boolean({ default: false }),
    include_permissions: Type.Boolean({ default: false }),
    include_lock_info: Type.Boolean({ default: true }),
    as_of: PointField('Ours: the file as it was then'),
  },
  result: File,
  errors: ['root_deleted'],
})

export const downloadFile = operation({
  name: 'download_file',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/download',
  area: 'Files',
  summary: 'The content of a file, to be saved',
  params: onFile,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const viewFile = operation({
  name: 'view_file',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/view',
  area: 'Files',
  summary: 'The content of a file, to be shown',
  params: onFile,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const deleteFile = operation({
  name: 'delete_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/delete',
  area: 'Files',
  summary: 'Delete a file; it stays in listings with include_deleted',
  params: onFile,
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})
