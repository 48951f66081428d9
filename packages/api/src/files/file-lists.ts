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
    description: 'All folders by name, then the files in the order asked for',
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
    description: `At most ${MAX_PAGE_SIZE}, or with \`ids_only\` ${MAX_IDS}`,
  }),
  include_more: Type.Boolean({
    ...EXTENSION,
    default: false,
    description:
      'Tell who changed each item, whether there are links to it, and of folders how many items and how new',
  }),
  ids_only: Type.Boolean({ ...EXTENSION, default: false, description: 'Give `ids` in place of `results`' }),
  as_of: PointField('List the items as they were then', EXTENSION),
}
export const WITH_IDS =
  'With `ids_only`, `results` is empty and `ids` has the type and the id of each item of the page.'

/** Of items that are listed with `include_more`. */
const more = {
  has_links: Type.Optional(
    Type.Boolean({
      ...EXTENSION,
      description: 'There are links to it that work; for those who may share it',
    }),
  ),
  changed_by: Type.Optional(
    Type.Union([IdOf<PersonId>(), Type.Null()], {
      ...EXTENSION,
      description: 'Who wrote the content of the file, or changed the folder last',
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
      Type.String({ ...EXTENSION, description: 'The newest of the folder and of what lies directly in it' }),
    ),
    items: Type.Optional(
      Type.Integer({ ...EXTENSION, description: 'How many items lie directly in it that are not deleted' }),
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
