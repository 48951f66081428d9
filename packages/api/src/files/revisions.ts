import { type Static, Type } from 'typebox'
import { actorNames, withNames } from '../actor-names.ts'
import { pageOf, pageParams } from '../envelopes.ts'
import {
  type EntryId,
  type Id,
  IdOf,
  type MachineId,
  type PersonId,
  type RevisionId,
  type RootId,
} from '../ids.ts'
import { EXTENSION, operation, UploadField } from '../operation.ts'
import { File, onFile, RevisionFields, UPLOAD_ERRORS } from './files.ts'

const author = <T extends Id<string>>(id: ReturnType<typeof IdOf<T>>) =>
  Type.Optional(
    Type.Union([id, Type.Null()], {
      ...EXTENSION,
      description: 'The name of the person who made it; with `include_names`',
    }),
  )

export const Revision = Type.Object(
  {
    type: Type.Literal('revision'),
    id: IdOf<RevisionId>(),
    file_id: IdOf<EntryId>(),
    root_id: IdOf<RootId>(),
    created: Type.String(),
    modified: Type.String(),
    file_size: Type.Integer(),
    file_size_formatted: Type.String(),
    full_size: Type.Integer({
      description: 'The stored bytes, if this revision is stored as a whole; otherwise 0',
    }),
    full_size_formatted: Type.String(),
    delta_size: Type.Integer({
      description:
        'The bytes stored in addition to the previous revision, if only those are stored; otherwise 0',
    }),
    delta_size_formatted: Type.String(),
    person_id: author(IdOf<PersonId>()),
    machine_id: author(IdOf<MachineId>()),
    ...actorNames,
  },
  { title: 'Revision' },
)
export type Revision = Static<typeof Revision>

const onRevision = { ...onFile, revision_id: IdOf<RevisionId>() }

export const listFileRevisions = operation({
  name: 'list_file_revisions',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/revisions',
  area: 'Files',
  summary: 'List the revisions of a file',
  description: 'Newest first.',
  params: {
    ...onFile,
    include_related: Type.Boolean({
      default: false,
      description: 'Include the revisions of deleted files that had the same path',
    }),
    ...pageParams,
    ...withNames,
  },
  result: pageOf(Revision),
  errors: ['root_deleted'],
})

export const getRevision = operation({
  name: 'get_revision',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}',
  area: 'Files',
  summary: 'Get a revision of a file',
  params: onRevision,
  result: Revision,
  errors: ['root_deleted'],
})

export const downloadRevision = operation({
  name: 'download_revision',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/download',
  area: 'Files',
  summary: 'Download a revision of a file',
  params: onRevision,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const viewRevision = operation({
  name: 'view_revision',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/view',
  area: 'Files',
  summary: 'View a revision in a browser',
  params: onRevision,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const uploadRevision = operation({
  name: 'upload_revision',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/upload',
  area: 'Files',
  ours: true,
  summary: 'Upload new content for a file',
  description: 'The earlier content is kept as a revision.',
  params: { ...onFile, file: UploadField(), ...RevisionFields.properties },
  result: File,
  errors: [...UPLOAD_ERRORS, 'ver_conflict'],
})

export const restoreRevision = operation({
  name: 'restore_revision',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/restore',
  area: 'Files',
  ours: true,
  summary: 'Restore a revision of a file',
  description: 'Adds a new revision with the earlier content. No revision is lost.',
  params: onRevision,
  result: File,
  errors: ['resource_locked', 'root_deleted'],
})
