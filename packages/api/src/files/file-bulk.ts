import { type Static, Type } from 'typebox'
import { NameConflict } from '../errors.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { type OnTaken, onTaken } from './file-tree.ts'
import { inRoot } from './files.ts'

export const BULK_ACTIONS = ['delete', 'restore', 'purge', 'move', 'copy', 'lock', 'unlock'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]
export const MAX_BULK = 1000
/** A name of 255 bytes and four numbers, folded and encoded. */
const MAX_CURSOR = 4000

const item = {
  type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
  id: IdOf<EntryId>(),
}
const BulkReport = Type.Object(
  {
    seq_before: Type.Integer({
      description: 'The number of the last change of the root before this operation',
    }),
    last_seq: Type.Integer({ description: 'The number of the last change of the root after this operation' }),
    done: Type.Integer({ description: 'Number of items that were processed' }),
    made: Type.Array(Type.Object(item, { title: 'BulkItem' }), {
      description: 'New items: copies, and items moved to another root',
    }),
    left: Type.Integer({
      description: 'With `all_in`: how many items are left, by estimate. 0 when everything is done',
    }),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'With `all_in`: send it with the next request; null when everything is done',
    }),
    failed: Type.Array(
      Type.Object(
        {
          ...item,
          error: Type.String({ description: 'The error code' }),
          error_description: Type.String(),
          error_reason: Type.Optional(Type.String({ description: '`too_deep`' })),
          conflict: Type.Optional(NameConflict),
        },
        { title: 'BulkFailure' },
      ),
    ),
  },
  { title: 'BulkReport' },
)
export type BulkReport = Static<typeof BulkReport>

const ids = (description: string) =>
  Type.Optional(Type.Array(IdOf<EntryId>(), { maxItems: MAX_BULK, description }))

export const applyBulk = operation({
  name: 'apply_bulk',
  method: 'POST',
  path: '/api/2/files/{root_id}/bulk',
  area: 'Roots',
  ours: true,
  summary: 'Process many items of a root at once',
  description:
    `Up to ${MAX_BULK} files and folders. Failures are listed by item; the rest is done together, as one ` +
    'operation in the history. Purges, and folders with more than 500 items that are copied or moved to another root, are ' +
    'separate operations.\n\n' +
    'With `all_in` a request does as much as fits into a moment. Repeat it with the `cursor` of each response until that is null. ' +
    'Items that others add or change after the first request are not touched. Give all requests the same `operation`, and the ' +
    'history has them as one operation, also after a request whose response was lost.',
  params: {
    ...inRoot,
    action: Type.Unsafe<BulkAction>({ type: 'string', enum: BULK_ACTIONS, description: 'The operation' }),
    file_ids: ids('The files'),
    folder_ids: ids('The folders, with everything in them'),
    to_folder_id: FolderRef({ default: 0, description: 'For move and copy: the target folder' }),
    to_root_id: Type.Optional(
      IdOf<RootId>({ description: 'For move and copy: the target root, if different' }),
    ),
    on_conflict: Type.Unsafe<OnTaken>(onTaken.on_conflict),
    all_in: Type.Optional(
      FolderRef({
        description:
          'Instead of `file_ids` and `folder_ids`: everything directly in this folder. Deleted items for restore and purge',
      }),
    ),
    only_of: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'With `all_in`: only items that the operation with this first change (`seq`) changed last. So an operation can be reversed',
      }),
    ),
    except_ids: ids('With `all_in`: files and folders to leave out'),
    cursor: Type.Optional(
      Type.String({
        maxLength: MAX_CURSOR,
        description: 'With `all_in`: the `cursor` of the previous response',
      }),
    ),
    operation: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{8,64}$',
        description:
          'A random name of your choice. Requests of one day with the same name and action are one operation in the history',
      }),
    ),
  },
  result: BulkReport,
  errors: ['root_deleted'],
})
