import { Type } from 'typebox'
import { type EntryId, IdOf } from '../ids.ts'
import { operation } from '../operation.ts'
import { inOrder, shown } from './file-lists.ts'
import { inFolder } from './files.ts'

export const findPosition = operation({
  name: 'find_position',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}/position',
  area: 'Folders',
  summary: 'Find the position of an item in a folder',
  description:
    'Send `entry_id`, or the start of a `name` to find the first item whose name starts with it. The ' +
    'order is the same as in a list with the same parameters.',
  ours: true,
  params: {
    ...inFolder,
    entry_id: Type.Optional(IdOf<EntryId>({ description: 'A file or folder in the folder' })),
    name: Type.Optional(
      Type.String({ maxLength: 255, description: 'The start of the name; case does not matter' }),
    ),
    include_deleted: shown.include_deleted,
    ...inOrder,
  },
  result: Type.Object(
    {
      index: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Number of items before it; null if no name starts with it',
      }),
      total: Type.Integer({ description: 'Number of items in the list' }),
      id: Type.Union([IdOf<EntryId>(), Type.Null()]),
    },
    { title: 'Position' },
  ),
  errors: ['root_deleted'],
})
