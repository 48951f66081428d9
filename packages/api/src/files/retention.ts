import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { type EntryId, IdOf, type RevisionId } from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot, onFile } from './files.ts'

export const purgeFile = operation({
  name: 'purge_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/purge',
  area: 'Files',
  ours: true,
  summary: 'Remove a deleted file for good',
  description: 'With all its revisions. This cannot be undone.',
  params: onFile,
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})

export const purgeFolder = operation({
  name: 'purge_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/purge',
  area: 'Folders',
  ours: true,
  summary: 'Remove a deleted folder and everything in it for good',
  description: 'This cannot be undone.',
  params: { ...inRoot, folder_id: IdOf<EntryId>() },
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})

export const trimRevisions = operation({
  name: 'trim_revisions',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/revisions/trim',
  area: 'Files',
  ours: true,
  summary: 'Remove old revisions of a file for good',
  description:
    'With both `keep` and `before`, those are removed that meet both conditions. This cannot be undone.',
  params: {
    ...onFile,
    keep: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'How many of the newest revisions to keep; the current one is always kept',
      }),
    ),
    before: Type.Optional(
      Type.String({ format: 'date-time', description: 'Remove only revisions created before this time' }),
    ),
  },
  result: Type.Object({
    status: Type.Literal('ok'),
    removed: Type.Integer({ description: 'How many revisions were removed' }),
  }),
  errors: ['resource_locked', 'root_deleted'],
})

export const deleteRevision = operation({
  name: 'delete_revision',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/delete',
  area: 'Files',
  ours: true,
  summary: 'Remove one revision of a file for good',
  description: 'The current one cannot be removed. This cannot be undone.',
  params: { ...onFile, revision_id: IdOf<RevisionId>() },
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})
