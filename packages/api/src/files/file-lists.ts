import { type Static, Type } from 'typebox'
import { MAX_PAGE_SIZE, pageOf, pageParams } from '../envelopes.ts'
import { type EntryId, IdOf, type PersonId } from '../ids.ts'
import { EXTENSION } from '../operation.ts'
import { File, ListedFolder } from './file-objects.ts'
import { PointField } from './point.ts'

export const shown = {
  include_deleted: Type.Boolean({ default: true }),
  include_lock_info: Type.Boolean({ default: true }),
  include_permissions: Type.Boolean({ default: false }),
}

const SORT_KEYS = ['name', 'modified', 'size'] as const
export type SortKey = (typeof SORT_KEYS)[number]
const sorted = {
  sort_by: Type.Unsafe<SortKey>({ type: 'string', enum: SORT_KEYS, default: 'name' }),
  sort_order: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
}
export const itemPages = { ...sorted, ...pageParams }

/** What decides the order of the items in a folder. */
export const inOrder = {
  ...sorted,
  folders_first: Type.Boolean({
    ...EXTENSION,
    default: false,
    description: 'List all folders by name first, then the files in the requested order',
  }),
}

export const MAX_IDS = 10_000
export const listed = {
  ...shown,
  ...inOrder,
  page: pageParams.page,
  page_size: Type.Integer({
    ...pageParams.page_size,
    maximum: MAX_IDS,
    description: `Up to ${MAX_PAGE_SIZE}, or up to ${MAX_IDS} with \`ids_only\``,
  }),
  include_more: Type.Boolean({
    ...EXTENSION,
    default: false,
    description:
      'Include who changed each item, whether it has links, and for folders the number of items, the size and the newest change',
  }),
  ids_only: Type.Boolean({ ...EXTENSION, default: false, description: 'Return `ids` instead of `results`' }),
  as_of: PointField('List the items as of this point', EXTENSION),
}
export const WITH_IDS =
  'With `ids_only`, `results` is empty and `ids` has the type and ID of each item of the page.'

/** Of items that are listed with `include_more`. */
const more = {
  has_links: Type.Optional(
    Type.Boolean({
      ...EXTENSION,
      description: 'Whether there are working links to it, if you can share it',
    }),
  ),
  changed_by: Type.Optional(
    Type.Union([IdOf<PersonId>(), Type.Null()], {
      ...EXTENSION,
      description: 'Who last changed the content of the file, or the folder',
    }),
  ),
  changed_by_name: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { ...EXTENSION, description: 'The name of that person' }),
  ),
}
const { ancestors: _, ...fileFields } = File.properties
const ChildFile = Type.Object({ ...fileFields, ...more }, { title: 'ChildFile' })
const ChildFolder = Type.Object(
  {
    ...ListedFolder.properties,
    ...more,
    modified: Type.Optional(
      Type.String({
        ...EXTENSION,
        description: 'The newest change of the folder and of the items directly in it',
      }),
    ),
    items: Type.Optional(
      Type.Integer({ ...EXTENSION, description: 'Number of items directly in it that are not deleted' }),
    ),
    size: Type.Optional(
      Type.Integer({
        ...EXTENSION,
        description: 'Bytes of all files in it and in its subfolders that are not deleted',
      }),
    ),
  },
  { title: 'ChildFolder' },
)
const ChildItem = Type.Union([ChildFile, ChildFolder])
/** An item as it stands in a list, with what `include_more` adds. */
export type ChildItem = Static<typeof ChildItem>

export const ItemPage = Type.Object({
  ...pageOf(ChildItem).properties,
  ids: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
        id: IdOf<EntryId>(),
      }),
      { ...EXTENSION },
    ),
  ),
  as_of_seq: Type.Optional(
    Type.Integer({ description: 'With `as_of`: the number of the last change that is included' }),
  ),
})
