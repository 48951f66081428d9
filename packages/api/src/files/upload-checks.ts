import { Type } from 'typebox'
import { NameConflict } from '../errors.ts'
import { type EntryId, IdOf } from '../ids.ts'
import { operation } from '../operation.ts'
import { inFolder } from './files.ts'

/** What is asked before the first byte of an upload of many files is sent. */
const area = 'Folders'
export const MAX_NAMES = 1000
export const MAX_PATHS = 500

export const checkNames = operation({
  name: 'check_names',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/check_names',
  area,
  ours: true,
  summary: 'Find out which names are taken in a folder',
  description: 'Of items that you do not see nothing is told: they are in no way of what you add.',
  params: {
    ...inFolder,
    names: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_NAMES,
      description: 'As they would be uploaded',
    }),
  },
  result: Type.Object(
    {
      taken: Type.Array(
        Type.Object(
          { name: Type.String({ description: 'The name that was asked for' }), ...NameConflict.properties },
          { title: 'TakenName' },
        ),
      ),
    },
    { title: 'TakenNames' },
  ),
  errors: ['resource_locked', 'root_deleted'],
})

export const ensureFolders = operation({
  name: 'ensure_folders',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/ensure_folders',
  area,
  ours: true,
  summary: 'Create the folders of a tree that are not there yet',
  description:
    'Up to 200 names are one operation in the history, more are several. A path that cannot be made is answered with its ' +
    'error; the others are made all the same.',
  params: {
    ...inFolder,
    paths: Type.Array(Type.String({ maxLength: 10_000 }), {
      minItems: 1,
      maxItems: MAX_PATHS,
      description: 'Below the folder, with slashes between the names',
    }),
  },
  result: Type.Object(
    {
      results: Type.Array(
        Type.Object(
          {
            path: Type.String({ description: 'As it was asked for' }),
            id: Type.Union([IdOf<EntryId>(), Type.Null()], { description: 'The folder; null if it failed' }),
            error: Type.Optional(Type.String({ description: 'The code of the error' })),
            error_description: Type.Optional(Type.String()),
            error_reason: Type.Optional(Type.String({ description: '`too_deep`' })),
          },
          { title: 'EnsuredFolder' },
        ),
      ),
      created: Type.Integer({ description: 'How many folders were made' }),
    },
    { title: 'EnsuredFolders' },
  ),
  errors: ['resource_locked', 'root_deleted'],
})
