import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import type { ErrorCode } from '../errors.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from '../ids.ts'
import { EXTENSION, NameField, operation, UploadField } from '../operation.ts'
import { ItemPage, listed, shown, WITH_IDS } from './file-lists.ts'
import { File, Folder, Root } from './file-objects.ts'
import { PointField } from './point.ts'

export { type ChildItem, itemPages, type SortKey } from './file-lists.ts'
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
  type RootRules,
} from './file-objects.ts'

export const inRoot = { root_id: IdOf<RootId>() }
export const inFolder = { ...inRoot, folder_id: FolderRef() }
export const onFile = { ...inRoot, file_id: IdOf<EntryId>() }

const withChildren = {
  include_ancestors: Type.Boolean({ default: false }),
  include_children: Type.Boolean({ default: true }),
  ...shown,
  hash: Type.Optional(
    Type.String({
      description: 'The `hash` of an earlier response. If nothing has changed since, returns 304',
    }),
  ),
}
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
  modified: Type.Optional(
    Type.String({
      ...EXTENSION,
      format: 'date-time',
      description: 'When the content was last changed; now by default',
    }),
  ),
  if_ver: Type.Optional(
    Type.Integer({
      ...EXTENSION,
      minimum: 1,
      description: 'Fail with `ver_conflict` if the file no longer has this version',
    }),
  ),
})
/** What may stand beside the file in an upload. */
export const UploadFields = Type.Object({
  on_conflict: Type.Optional(
    Type.Unsafe<OnConflict>({
      type: 'string',
      enum: ON_CONFLICT,
      ...EXTENSION,
      description:
        'If the name is already used: fail (`error`, the default), `rename` the new file, or add a `revision` to the existing one',
    }),
  ),
  created: Type.Optional(
    Type.String({
      ...EXTENSION,
      format: 'date-time',
      description: 'When the file was created; now by default',
    }),
  ),
  modified: Type.Optional(
    Type.String({
      ...EXTENSION,
      format: 'date-time',
      description: 'When the content was last changed; now by default',
    }),
  ),
})
export const uploadFields = { file: UploadField(), ...UploadFields.properties }

export const getRoot = operation({
  name: 'get_root',
  method: 'GET',
  path: '/api/2/files/{root_id}',
  area: 'Roots',
  summary: 'Get a root with its top-level items',
  params: {
    ...inRoot,
    ...withChildren,
    include_rules: Type.Boolean({
      ...EXTENSION,
      default: false,
      description: 'Include what the policies allow you to do there',
    }),
    include_managers: Type.Boolean({
      ...EXTENSION,
      default: false,
      description:
        'Include who manages a team share. None are listed where the policy keeps people from finding each other (`user_find_people`)',
    }),
  },
  result: Root,
  errors: ['root_deleted'],
})

export const listRootChildren = operation({
  name: 'list_root_children',
  method: 'GET',
  path: '/api/2/files/{root_id}/children',
  area: 'Roots',
  summary: 'List the top-level items of a root',
  description: WITH_IDS,
  params: { ...inRoot, ...listed },
  result: ItemPage,
  errors: ['root_deleted'],
})

export const uploadToRoot = operation({
  name: 'upload_to_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/upload',
  area: 'Roots',
  summary: 'Upload a file to the top level of a root',
  params: { ...inRoot, ...uploadFields },
  result: File,
  errors: UPLOAD_ERRORS,
})

export const createFolderInRoot = operation({
  name: 'create_folder_in_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/create_folder',
  area: 'Roots',
  summary: 'Create a folder at the top level of a root',
  params: { ...inRoot, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const getFolder = operation({
  name: 'get_folder',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}',
  area: 'Folders',
  summary: 'Get a folder with its items',
  description: 'Folder 0 is the top level of the root.',
  params: { ...inFolder, ...withChildren },
  result: Type.Union([Folder, Root]),
  errors: ['root_deleted'],
})

export const listFolderChildren = operation({
  name: 'list_folder_children',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}/children',
  area: 'Folders',
  summary: 'List the items of a folder',
  description: WITH_IDS,
  params: { ...inFolder, ...listed },
  result: ItemPage,
  errors: ['root_deleted'],
})

export const uploadToFolder = operation({
  name: 'upload_to_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/upload',
  area: 'Folders',
  summary: 'Upload a file to a folder',
  params: { ...inFolder, ...uploadFields },
  result: File,
  errors: UPLOAD_ERRORS,
})

export const createFolderInFolder = operation({
  name: 'create_folder_in_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/create_folder',
  area: 'Folders',
  summary: 'Create a folder in a folder',
  params: { ...inFolder, name: NameField() },
  result: Folder,
  errors: NAME_ERRORS,
})

export const deleteFolder = operation({
  name: 'delete_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/delete',
  area: 'Folders',
  summary: 'Delete a folder and everything in it',
  description: 'It is listed with `include_deleted` and can be restored until it is purged.',
  params: { ...inRoot, folder_id: IdOf<EntryId>() },
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})

export const getFile = operation({
  name: 'get_file',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}',
  area: 'Files',
  summary: 'Get a file',
  params: {
    ...onFile,
    include_ancestors: Type.Boolean({ default: false }),
    include_permissions: Type.Boolean({ default: false }),
    include_lock_info: Type.Boolean({ default: true }),
    as_of: PointField('Show the file as of this point', EXTENSION),
  },
  result: File,
  errors: ['root_deleted'],
})

export const downloadFile = operation({
  name: 'download_file',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/download',
  area: 'Files',
  summary: 'Download a file',
  description: 'Supports `Range`, so that downloads can be resumed.',
  params: onFile,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const viewFile = operation({
  name: 'view_file',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/view',
  area: 'Files',
  summary: 'View a file in a browser',
  description:
    'Like download, but with `Content-Disposition: inline`. Active content such as HTML is not executed.',
  params: onFile,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const deleteFile = operation({
  name: 'delete_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/delete',
  area: 'Files',
  summary: 'Delete a file',
  description: 'It is listed with `include_deleted` and can be restored until it is purged.',
  params: onFile,
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})
