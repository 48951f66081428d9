import { type Static, Type } from 'typebox'
import { FolderRef, IdOf, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { File, ListedFolder } from './file-objects.ts'
import { inRoot } from './files.ts'

const deletion = {
  deleted: Type.String({ description: 'When the item was deleted, in UTC' }),
  deleted_by: Type.Union([IdOf<PersonId>(), Type.Null()], {
    description: 'Who deleted it; null if it was the service, or someone without an account',
  }),
  deleted_by_name: Type.Union([Type.String(), Type.Null()], { description: 'The name of that person' }),
}
const { ancestors: _, ...fileFields } = File.properties
const DeletedFile = Type.Object({ ...fileFields, ...deletion }, { title: 'DeletedFile' })
const DeletedFolder = Type.Object({ ...ListedFolder.properties, ...deletion }, { title: 'DeletedFolder' })
const DeletedItem = Type.Union([DeletedFile, DeletedFolder])
export type DeletedItem = Static<typeof DeletedItem>

export const listDeleted = operation({
  name: 'list_deleted',
  method: 'GET',
  path: '/api/2/files/{root_id}/deleted',
  area: 'Roots',
  ours: true,
  summary: 'List the deleted items of a root',
  description:
    'Newest first. Items in a deleted folder are deleted and restored with it, and are not listed separately.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only items from this folder and its subfolders' })),
    person_id: Type.Optional(IdOf<PersonId>({ description: 'Only items that this person deleted' })),
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only items deleted at or after this time' }),
    ),
    to: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only items deleted at or before this time' }),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Only names that contain all of these words, as in search',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: 'The `cursor` of the previous response' }),
    ),
  },
  result: Type.Object({
    results: Type.Array(DeletedItem),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description:
        'Send it to get more results; null at the end. Until then, a response can have few or no results',
    }),
  }),
  errors: ['root_deleted'],
})
