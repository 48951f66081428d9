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
  summary: 'Tell where in the list of a folder an item stands',
  description:
    'Give `entry_id`, or the beginning of a `name`: then it is the first item of the list whose name begins so. The ' +
    'order is that of the list with the same parameters.',
  ours: true,
  params: {
    ...inFolder,
    entry_id: Type.Optional(IdOf<EntryId>({ description: 'A file or folder in the folder' })),
    name: Type.Optional(
      Type.String({ maxLength: 255, description: 'How the name begins, without regard to case' }),
    ),
    include_deleted: shown.include_deleted,
    ...inOrder,
  },
  result: Type.Object(
    {
      index: Type.Union([Type.Integer(), Type.Null()], {
        description: 'How many items stand before it; null if no name begins so',
      }),
      total: Type.Integer({ description: 'How many items the list has' }),
      id: Type.Union([IdOf<EntryId>(), Type.Null()]),
    },
    { title: 'Position' },
  ),
  errors: ['root_deleted'],
})
