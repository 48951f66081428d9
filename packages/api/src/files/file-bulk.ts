import { type Static, Type } from 'typebox'
import { NameConflict } from '../errors.ts'
import { type EntryId, FolderRef, IdOf, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { type OnTaken, onTaken } from './file-tree.ts'
import { inRoot } from './files.ts'

export const BULK_ACTIONS = ['delete', 'restore', 'purge', 'move', 'copy', 'lock', 'unlock'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]
export const MAX_BULK = 1000

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
    'separate operations.',
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
  },
  result: BulkReport,
  errors: ['root_deleted'],
})
