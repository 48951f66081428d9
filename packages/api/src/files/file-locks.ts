import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import type { ErrorCode } from '../errors.ts'
import { FolderRef } from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot, onFile } from './files.ts'

const onFolder = { ...inRoot, folder_id: FolderRef({ description: '0 is the root' }) }
const MOST_MINUTES = 10 * 366 * 24 * 60
const lasting = {
  duration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_MINUTES,
      description: 'Minutes until the lock ends. By default it stays until it is unlocked',
    }),
  ),
}
const ERRORS: ErrorCode[] = ['resource_locked', 'root_deleted']

export const lockFile = operation({
  name: 'lock_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/lock',
  area: 'Files',
  summary: 'Lock a file',
  description: 'Others cannot change it until it is unlocked. Lock it again to change the duration.',
  params: { ...onFile, ...lasting },
  result: StatusOk,
  errors: ERRORS,
})

export const unlockFile = operation({
  name: 'unlock_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/unlock',
  area: 'Files',
  summary: 'Unlock a file',
  description: 'Only for the person who locked it and people who manage the root.',
  params: onFile,
  result: StatusOk,
  errors: ERRORS,
})

export const lockFolder = operation({
  name: 'lock_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/lock',
  area: 'Folders',
  summary: 'Lock a folder and everything in it',
  description: 'Others cannot change anything in it until it is unlocked.',
  params: { ...onFolder, ...lasting },
  result: StatusOk,
  errors: ERRORS,
})

export const unlockFolder = operation({
  name: 'unlock_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/unlock',
  area: 'Folders',
  summary: 'Unlock a folder',
  description: 'Only for the person who locked it and people who manage the root.',
  params: onFolder,
  result: StatusOk,
  errors: ERRORS,
})

export const lockRoot = operation({
  name: 'lock_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/lock',
  area: 'Roots',
  summary: 'Lock a root and everything in it',
  description: 'Others cannot change anything in it until it is unlocked.',
  params: { ...inRoot, ...lasting },
  result: StatusOk,
  errors: ERRORS,
})

export const unlockRoot = operation({
  name: 'unlock_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/unlock',
  area: 'Roots',
  summary: 'Unlock a root',
  description: 'Only for the person who locked it and people who manage the root.',
  params: inRoot,
  result: StatusOk,
  errors: ERRORS,
})
