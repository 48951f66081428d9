import { Type } from 'typebox'
import { StatusOk } from './envelopes.ts'
import type { ErrorCode } from './errors.ts'
import { inRoot, onFile } from './files.ts'
import { type EntryId, IdOf } from './ids.ts'
import { operation } from './operation.ts'

const onFolder = { ...inRoot, folder_id: IdOf<EntryId>() }
const MOST_MINUTES = 10 * 366 * 24 * 60
const lasting = {
  duration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_MINUTES,
      description: 'Minutes until it ends by itself; until it is unlocked unless given',
    }),
  ),
}
const ERRORS: ErrorCode[] = ['resource_locked', 'root_deleted']

export const lockFile = operation({
  name: 'lock_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/lock',
  area: 'Files',
  summary: 'Keep others from changing a file; again, to change how long',
  params: { ...onFile, ...lasting },
  result: StatusOk,
  errors: ERRORS,
})

export const unlockFile = operation({
  name: 'unlock_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/unlock',
  area: 'Files',
  summary: 'End the lock of a file: for its holder and those who manage the root',
  params: onFile,
  result: StatusOk,
  errors: ERRORS,
})

export const lockFolder = operation({
  name: 'lock_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/lock',
  area: 'Folders',
  summary: 'Keep others from changing a folder and all below it',
  params: { ...onFolder, ...lasting },
  result: StatusOk,
  errors: ERRORS,
})

export const unlockFolder = operation({
  name: 'unlock_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/unlock',
  area: 'Folders',
  summary: 'End the lock of a folder: for its holder and those who manage the root',
  params: onFolder,
  result: StatusOk,
  errors: ERRORS,
})

export const lockRoot = operation({
  name: 'lock_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/lock',
  area: 'Roots',
  summary: 'Keep others from changing anything in a root',
  params: { ...inRoot, ...lasting },
  result: StatusOk,
  errors: ERRORS,
})

export const unlockRoot = operation({
  name: 'unlock_root',
  method: 'POST',
  path: '/api/2/files/{root_id}/unlock',
  area: 'Roots',
  summary: 'End the lock of a root: for its holder and those who manage it',
  params: inRoot,
  result: StatusOk,
  errors: ERRORS,
})
