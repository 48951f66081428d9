import { Type } from 'typebox'
import { File, Item } from './file-objects.ts'
import { inRoot } from './files.ts'
import { operation } from './operation.ts'

export const MAX_RESULTS = 1000

const paged = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RESULTS,
      description: 'Ours: at most so many, with a `cursor` for what follows; all at once unless given',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'Ours: the `cursor` of the answer before' }),
  ),
}
const cursor = Type.Optional(
  Type.Union([Type.String(), Type.Null()], {
    description: 'Ours, where `limit` was given: what to ask on with, null at the end',
  }),
)

export const searchRoot = operation({
  name: 'search_root',
  method: 'GET',
  path: '/api/2/files/{root_id}/search',
  area: 'Roots',
  summary: 'Files and folders whose names contain all words, without regard to case and accents',
  params: {
    ...inRoot,
    q: Type.String({ maxLength: 500, description: 'Words; those of one or two letters must begin a word' }),
    ...paged,
  },
  result: Type.Object({ results: Type.Array(Item), cursor }),
  errors: ['root_deleted'],
})

export const listModifiedSince = operation({
  name: 'list_modified_since',
  method: 'GET',
  path: '/api/2/files/{root_id}/modified_since',
  area: 'Roots',
  summary: 'Files whose content, name, place or deletion has changed since a moment',
  params: {
    ...inRoot,
    since: Type.String({ format: 'date-time' }),
    include_deleted: Type.Boolean({ default: true }),
    ...paged,
  },
  result: Type.Object({ results: Type.Array(File), cursor }),
  errors: ['root_deleted'],
})
