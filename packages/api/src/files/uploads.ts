import { Type } from 'typebox'
import { type EntryId, FolderRef, IdOf, type RootId } from '../ids.ts'
import { NameField, operation } from '../operation.ts'
import { MAX_CLIENT_OP } from './chunks.ts'
import { RevisionFields, UploadFields } from './files.ts'

/** Where uploads by tus (https://tus.io) begin. They are no operations: their statuses and headers are the protocol's. */
export const UPLOADS_PATH = '/api/2/uploads'

/** What an upload's Upload-Metadata may hold; other keys are kept and given back. */
export const UploadMetadata = Type.Object({
  root_id: IdOf<RootId>(),
  folder_id: Type.Optional(FolderRef({ description: 'The folder for the new file; 0 is the top level' })),
  file_id: Type.Optional(IdOf<EntryId>({ description: 'The file that gets a new revision' })),
  filename: Type.Optional(NameField()),
  ...UploadFields.properties,
  if_ver: RevisionFields.properties.if_ver,
  client_op: Type.Optional(Type.String({ maxLength: MAX_CLIENT_OP })),
})

export const listUploads = operation({
  name: 'list_uploads',
  method: 'GET',
  path: UPLOADS_PATH,
  area: 'Resumable uploads',
  ours: true,
  summary: 'List your uploads that are not finished',
  description:
    'To go on with them at their addresses, or to end them there (DELETE). The newest comes first.',
  result: Type.Object({
    results: Type.Array(
      Type.Object(
        {
          type: Type.Literal('upload'),
          address: Type.String({ description: 'Where it goes on, by tus' }),
          root_id: IdOf<RootId>(),
          folder_id: Type.Union([FolderRef<EntryId>(), Type.Null()], {
            description: 'The folder for the new file; null if it is for a file that is there',
          }),
          file_id: Type.Union([IdOf<EntryId>(), Type.Null()], {
            description: 'The file that gets a new revision, if it is for one',
          }),
          name: Type.Union([Type.String(), Type.Null()]),
          length: Type.Union([Type.Integer(), Type.Null()], {
            description: 'How many bytes it will have; null if the sender did not know yet',
          }),
          received: Type.Integer({ description: 'How many of them are here' }),
          expires: Type.String({ description: 'When it is dropped unless more comes, in UTC' }),
        },
        { title: 'UnfinishedUpload' },
      ),
    ),
  }),
})
