import { type Static, Type } from 'typebox'
import { FolderRef, IdOf, type PersonId, type RootId } from '../ids.ts'
import { EXTENSION, operation } from '../operation.ts'
import type { FileKind } from './file-kinds.ts'
import { File, Item, ListedFolder } from './file-objects.ts'
import { inRoot } from './files.ts'

export const MAX_RESULTS = 1000

const paged = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RESULTS,
      ...EXTENSION,
      description:
        'Return up to this many results, with a `cursor` for the rest. By default all are returned',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ ...EXTENSION, maxLength: 100, description: 'The `cursor` of the previous response' }),
  ),
}
const cursor = Type.Optional(
  Type.Union([Type.String(), Type.Null()], {
    ...EXTENSION,
    description: 'With `limit`: send it to get more results; null at the end',
  }),
)

export type SearchKind = 'file' | 'folder' | Exclude<FileKind, 'other'>
export const SEARCH_KINDS: readonly SearchKind[] = [
  ...(['file', 'folder', 'picture', 'pdf', 'audio', 'video', 'text', 'code', 'markdown', 'table'] as const),
]

const words = {
  q: Type.String({
    maxLength: 500,
    description: 'Words or characters. A name must contain all of them, anywhere',
  }),
}
const sieve = {
  kind: Type.Optional(
    Type.Unsafe<SearchKind>({
      type: 'string',
      enum: [...SEARCH_KINDS],
      ...EXTENSION,
      description: 'Only folders, only files, or only files of a type, by their names',
    }),
  ),
  ext: Type.Optional(
    Type.String({ ...EXTENSION, maxLength: 50, description: 'Only files with this extension' }),
  ),
  changed_from: Type.Optional(
    Type.String({
      format: 'date-time',
      ...EXTENSION,
      description: 'Only items modified at or after this time',
    }),
  ),
  changed_to: Type.Optional(
    Type.String({
      format: 'date-time',
      ...EXTENSION,
      description: 'Only items modified at or before this time',
    }),
  ),
  by: Type.Optional(
    IdOf<PersonId>({ ...EXTENSION, description: 'Only items that this person was the last to change' }),
  ),
}

export const searchRoot = operation({
  name: 'search_root',
  method: 'GET',
  path: '/api/2/files/{root_id}/search',
  area: 'Roots',
  summary: 'Search files and folders by name',
  description: 'A name matches if it contains every word of `q`; case and accents do not matter.',
  params: {
    ...inRoot,
    ...words,
    ...sieve,
    folder_id: Type.Optional(
      FolderRef({ ...EXTENSION, description: 'Only items in this folder and its subfolders' }),
    ),
    ...paged,
  },
  result: Type.Object({ results: Type.Array(Item), cursor }),
  errors: ['root_deleted'],
})

const root_name = Type.String({ description: 'The name of the root' })
const { ancestors: _, ...fileFields } = File.properties
const FoundFile = Type.Object({ ...fileFields, root_name }, { title: 'FoundFile' })
const FoundFolder = Type.Object({ ...ListedFolder.properties, root_name }, { title: 'FoundFolder' })
export const FoundItem = Type.Union([FoundFile, FoundFolder])
export type FoundItem = Static<typeof FoundItem>

export const searchEverywhere = operation({
  name: 'search_everywhere',
  method: 'GET',
  path: '/api/2/search',
  area: 'Roots',
  ours: true,
  summary: 'Search files and folders by name in all your roots',
  description:
    'Searches your personal files and team shares, root by root. While `cursor` is not null there may be more; until then, a ' +
    'response can have few or no results.',
  params: {
    ...words,
    ...sieve,
    root_id: Type.Optional(IdOf<RootId>({ description: 'Only in this root' })),
    folder_id: Type.Optional(
      FolderRef({
        description:
          'Only items in this folder and its subfolders. Without `root_id`, the folder can be in any of your roots',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_RESULTS, default: 100 }),
    cursor: paged.cursor,
  },
  result: Type.Object({
    results: Type.Array(FoundItem),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it to get more results; null at the end',
    }),
  }),
})

export const RecentFile = Type.Object(
  {
    ...FoundFile.properties,
    changed: Type.String({ description: 'When its content, name or folder last changed' }),
    changed_by: Type.Union([IdOf<PersonId>(), Type.Null()], {
      description: 'Who changed it; null if it was the service, or someone without an account',
    }),
    changed_by_name: Type.Union([Type.String(), Type.Null()], { description: 'The name of that person' }),
  },
  { title: 'RecentFile' },
)
export type RecentFile = Static<typeof RecentFile>

export const listRecent = operation({
  name: 'list_recent',
  method: 'GET',
  path: '/api/2/recent',
  area: 'Roots',
  ours: true,
  summary: 'List recently changed files in all your roots',
  params: { limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }) },
  result: Type.Object({ results: Type.Array(RecentFile) }),
})

export const listModifiedSince = operation({
  name: 'list_modified_since',
  method: 'GET',
  path: '/api/2/files/{root_id}/modified_since',
  area: 'Roots',
  summary: 'List the files that changed since a point in time',
  description:
    'Includes files whose content, name or folder changed, and files that were deleted or restored.',
  params: {
    ...inRoot,
    since: Type.String({ format: 'date-time' }),
    include_deleted: Type.Boolean({ default: true }),
    ...paged,
  },
  result: Type.Object({ results: Type.Array(File), cursor }),
  errors: ['root_deleted'],
})
