import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import type { ErrorCode } from '../errors.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from '../ids.ts'
import { EXTENSION, NameField, operation } from '../operation.ts'
import { type OnTaken, onTaken } from './file-tree.ts'
import { inRoot, NAME_ERRORS, onFile } from './files.ts'

const onFolder = { ...inRoot, folder_id: IdOf<EntryId>() }
const toFolder = {
  to_folder_id: FolderRef({ default: 0, description: 'The target folder; 0 is the top level of the root' }),
  to_root_id: Type.Optional(
    IdOf<RootId>({
      ...EXTENSION,
      description:
        'The target root, if different. Only the current content is moved. Earlier revisions stay with the deleted item',
    }),
  ),
}
const moved = { ...toFolder, on_conflict: Type.Unsafe<OnTaken>({ ...onTaken.on_conflict, ...EXTENSION }) }
const MOVE_ERRORS: ErrorCode[] = [
  'name_conflict',
  'resource_locked',
  'root_deleted',
  'invalid_extension',
  'policy_error',
]

export const renameFile = operation({
  name: 'rename_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/rename',
  area: 'Files',
  summary: 'Rename a file',
  params: { ...onFile, name: NameField() },
  result: StatusOk,
  errors: [...NAME_ERRORS, 'invalid_extension'],
})

export const moveFile = operation({
  name: 'move_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/move',
  area: 'Files',
  summary: 'Move a file to another folder',
  description: 'The folder can be in another root.',
  params: { ...onFile, ...moved },
  result: StatusOk,
  errors: MOVE_ERRORS,
})

export const renameFolder = operation({
  name: 'rename_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/rename',
  area: 'Folders',
  summary: 'Rename a folder',
  params: { ...onFolder, name: NameField() },
  result: StatusOk,
  errors: NAME_ERRORS,
})

export const moveFolder = operation({
  name: 'move_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/move',
  area: 'Folders',
  summary: 'Move a folder and everything in it to another folder',
  description: 'The folder can be in another root.',
  params: { ...onFolder, ...moved },
  result: StatusOk,
  errors: MOVE_ERRORS,
})
