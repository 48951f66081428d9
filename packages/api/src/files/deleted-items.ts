import { type Static, Type } from 'typebox'
import { FolderRef, IdOf, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { File, ListedFolder } from './file-objects.ts'
import { inRoot } from './files.ts'

const deletion = {
  deleted: Type.String({ description: 'When it was deleted, in UTC' }),
  deleted_by: Type.Union([IdOf<PersonId>(), Type.Null()], {
    description: 'Who deleted it; null if it was the service itself, or someone without an account',
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
  summary: 'List what was deleted in a root, newest first',
  description: 'What lies in a deleted folder goes and comes back with it, and is not listed by itself.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only what lay in this folder or below it' })),
    person_id: Type.Optional(IdOf<PersonId>({ description: 'Only what this person deleted' })),
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only what was deleted from then on' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Only what was deleted until then' })),
    q: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Only names that contain all of these words, as search has it',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: 'The `cursor` of the previous answer' }),
    ),
  },
  result: Type.Object({
    results: Type.Array(DeletedItem),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description:
        'Pass it on to get more; null at the end. Before that, an answer may have few results, or none',
    }),
  }),
  errors: ['root_deleted'],
})
