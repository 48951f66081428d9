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
  summary: 'List your unfinished uploads',
  description: 'Newest first. Resume them at their URLs, or cancel them there with DELETE.',
  result: Type.Object({
    results: Type.Array(
      Type.Object(
        {
          type: Type.Literal('upload'),
          address: Type.String({ description: 'The tus URL to resume the upload at' }),
          root_id: IdOf<RootId>(),
          folder_id: Type.Union([FolderRef<EntryId>(), Type.Null()], {
            description: 'The folder for the new file; null if the upload is for an existing file',
          }),
          file_id: Type.Union([IdOf<EntryId>(), Type.Null()], {
            description: 'The file that gets a new revision; null for a new file',
          }),
          name: Type.Union([Type.String(), Type.Null()]),
          length: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The size of the file in bytes; null if it is not known yet',
          }),
          received: Type.Integer({ description: 'Number of bytes received' }),
          expires: Type.String({
            description: 'When the upload is discarded if no more bytes arrive, in UTC',
          }),
        },
        { title: 'UnfinishedUpload' },
      ),
    ),
  }),
})
