import { Type } from 'typebox'
import { StatusOk } from './envelopes.ts'
import type { ErrorCode } from './errors.ts'
import { inRoot, NAME_ERRORS, onFile } from './files.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from './ids.ts'
import { NameField, operation } from './operation.ts'

const onFolder = { ...inRoot, folder_id: IdOf<EntryId>() }
const toFolder = {
  to_folder_id: FolderRef({ default: 0, description: 'Where to; the top level of the root unless given' }),
  to_root_id: Type.Optional(
    IdOf<RootId>({
      description:
        'Ours: into which root; the same one unless given. Its newest contents go, the rest stays deleted',
    }),
  ),
}
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
  summary: 'Give a file another name',
  params: { ...onFile, name: NameField() },
  result: StatusOk,
  errors: [...NAME_ERRORS, 'invalid_extension'],
})

export const moveFile = operation({
  name: 'move_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/move',
  area: 'Files',
  summary: 'Put a file into another folder, of its root or of another one',
  params: { ...onFile, ...toFolder },
  result: StatusOk,
  errors: MOVE_ERRORS,
})

export const renameFolder = operation({
  name: 'rename_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/rename',
  area: 'Folders',
  summary: 'Give a folder another name',
  params: { ...onFolder, name: NameField() },
  result: StatusOk,
  errors: NAME_ERRORS,
})

export const moveFolder = operation({
  name: 'move_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/move',
  area: 'Folders',
  summary: 'Put a folder, with all below it, into another folder, of its root or of another one',
  params: { ...onFolder, ...toFolder },
  result: StatusOk,
  errors: MOVE_ERRORS,
})
