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
  summary: 'Permanently delete a deleted file',
  description: 'Deletes all its revisions. This cannot be undone.',
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
  summary: 'Permanently delete a deleted folder and everything in it',
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
  summary: 'Permanently delete old revisions of a file',
  description:
    'With both `keep` and `before`, only revisions that meet both conditions are deleted. This cannot be undone.',
  params: {
    ...onFile,
    keep: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'How many of the newest revisions to keep. The current one is always kept',
      }),
    ),
    before: Type.Optional(
      Type.String({ format: 'date-time', description: 'Delete only revisions created before this time' }),
    ),
  },
  result: Type.Object({
    status: Type.Literal('ok'),
    removed: Type.Integer({ description: 'Number of revisions that were deleted' }),
  }),
  errors: ['resource_locked', 'root_deleted'],
})

export const deleteRevision = operation({
  name: 'delete_revision',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/delete',
  area: 'Files',
  ours: true,
  summary: 'Permanently delete a revision of a file',
  description: 'You cannot delete the current revision. This cannot be undone.',
  params: { ...onFile, revision_id: IdOf<RevisionId>() },
  result: StatusOk,
  errors: ['resource_locked', 'root_deleted'],
})
