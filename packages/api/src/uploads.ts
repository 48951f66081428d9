import { Type } from 'typebox'
import { MAX_CLIENT_OP } from './chunks.ts'
import { RevisionFields, UploadFields } from './files.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from './ids.ts'
import { NameField } from './operation.ts'

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
