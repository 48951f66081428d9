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
  summary: 'Check which names are already used in a folder',
  description: 'Items that you cannot see are not included. They do not conflict with your uploads.',
  params: {
    ...inFolder,
    names: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_NAMES,
      description: 'The names of the files to upload',
    }),
  },
  result: Type.Object(
    {
      taken: Type.Array(
        Type.Object(
          { name: Type.String({ description: 'The requested name' }), ...NameConflict.properties },
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
  summary: 'Create the missing folders of a tree',
  description:
    'Up to 200 names are one operation in the history, more are several. A path that cannot be created is returned with its ' +
    'error; the others are created.',
  params: {
    ...inFolder,
    paths: Type.Array(Type.String({ maxLength: 10_000 }), {
      minItems: 1,
      maxItems: MAX_PATHS,
      description: 'Paths relative to the folder, with slashes between the names',
    }),
  },
  result: Type.Object(
    {
      results: Type.Array(
        Type.Object(
          {
            path: Type.String({ description: 'The requested path' }),
            id: Type.Union([IdOf<EntryId>(), Type.Null()], {
              description: 'The ID of the folder; null if it failed',
            }),
            error: Type.Optional(Type.String({ description: 'The error code' })),
            error_description: Type.Optional(Type.String()),
            error_reason: Type.Optional(Type.String({ description: '`too_deep`' })),
          },
          { title: 'EnsuredFolder' },
        ),
      ),
      created: Type.Integer({ description: 'Number of folders created' }),
    },
    { title: 'EnsuredFolders' },
  ),
  errors: ['resource_locked', 'root_deleted'],
})
