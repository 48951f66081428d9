import { Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from '../ids.ts'
import { NameField, operation } from '../operation.ts'
import { File, Folder, inRoot, NAME_ERRORS, onFile } from './files.ts'

const onFolder = { ...inRoot, folder_id: IdOf<EntryId>() }

const ON_TAKEN = ['error', 'rename'] as const
/** What happens where a name is taken. */
export type OnTaken = (typeof ON_TAKEN)[number]
export const onTaken = {
  on_conflict: Type.Unsafe<OnTaken>({
    type: 'string',
    enum: ON_TAKEN,
    default: 'error',
    description: 'If the name is already used: fail (`error`), or `rename` to `name (2)`',
  }),
}
const RESTORE_ERRORS: ErrorCode[] = ['name_conflict', 'resource_locked', 'root_deleted']

export const restoreFile = operation({
  name: 'restore_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/restore',
  area: 'Files',
  ours: true,
  summary: 'Restore a deleted file',
  description: 'Also restores deleted parent folders.',
  params: { ...onFile, ...onTaken },
  result: File,
  errors: [...RESTORE_ERRORS, 'invalid_extension'],
})

export const restoreFolder = operation({
  name: 'restore_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/restore',
  area: 'Folders',
  ours: true,
  summary: 'Restore a deleted folder',
  description: 'Restores the items that were deleted with it, and deleted parent folders.',
  params: { ...onFolder, ...onTaken },
  result: Folder,
  errors: RESTORE_ERRORS,
})

const copied = {
  to_folder_id: FolderRef({
    default: 0,
    description: 'The target folder; by default the top level of the root',
  }),
  to_root_id: Type.Optional(IdOf<RootId>({ description: 'The target root; by default the same one' })),
  name: Type.Optional(NameField()),
  ...onTaken,
}
const COPY_ERRORS: ErrorCode[] = [...NAME_ERRORS, 'invalid_extension', 'policy_error']

export const copyFile = operation({
  name: 'copy_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/copy',
  area: 'Files',
  ours: true,
  summary: 'Copy a file',
  description: 'Copies the current content to any folder of any root that you can write to.',
  params: { ...onFile, ...copied },
  result: File,
  errors: COPY_ERRORS,
})

export const copyFolder = operation({
  name: 'copy_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/copy',
  area: 'Folders',
  ours: true,
  summary: 'Copy a folder and everything in it',
  description: 'To any folder of any root that you can write to.',
  params: { ...onFolder, ...copied },
  result: Folder,
  errors: COPY_ERRORS,
})
