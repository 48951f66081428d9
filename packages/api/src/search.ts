import { Type } from 'typebox'
import { File, Item } from './file-objects.ts'
import { inRoot } from './files.ts'
import { EXTENSION, operation } from './operation.ts'

export const MAX_RESULTS = 1000

const paged = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RESULTS,
      ...EXTENSION,
      description:
        'Return at most this many, with a `cursor` for the rest; without it, everything is returned',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ ...EXTENSION, maxLength: 100, description: 'The `cursor` of the previous answer' }),
  ),
}
const cursor = Type.Optional(
  Type.Union([Type.String(), Type.Null()], {
    ...EXTENSION,
    description: 'If `limit` was given: pass it on to get more; null at the end',
  }),
)

export const searchRoot = operation({
  name: 'search_root',
  method: 'GET',
  path: '/api/2/files/{root_id}/search',
  area: 'Roots',
  summary: 'Search for files and folders by name',
  description: 'A name matches if it contains every word of `q`; case and accents do not matter.',
  params: {
    ...inRoot,
    q: Type.String({
      maxLength: 500,
      description: 'Words or signs; a name must contain all of them, anywhere',
    }),
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
  summary: 'List the files that changed since a point in time',
  description: 'Files whose content, name or folder changed, or that were deleted or restored.',
  params: {
    ...inRoot,
    since: Type.String({ format: 'date-time' }),
    include_deleted: Type.Boolean({ default: true }),
    ...paged,
  },
  result: Type.Object({ results: Type.Array(File), cursor }),
  errors: ['root_deleted'],
})
