import { type Static, Type } from 'typebox'
import { inRoot } from './files.ts'
import { type EntryId, FolderRef, IdOf, type MachineId, type PersonId, type RevisionId } from './ids.ts'
import { operation } from './operation.ts'
import { PointField } from './point.ts'

const MAX_LIMIT = 500
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

const byWhom = {
  person_id: Type.Optional(IdOf<PersonId>({ description: 'Only changes of this person' })),
  machine_id: Type.Optional(IdOf<MachineId>({ description: 'Only changes made on this machine' })),
}
const pieces = {
  limit: Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: 100 }),
  cursor: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`cursor` of the answer before',
    }),
  ),
}
const Cursor = orNull(
  Type.Integer({
    description: 'There may be more: ask again with it. An answer may hold few results, even none',
  }),
)
const KINDS = ['file', 'folder', 'root'] as const
type ItemType = (typeof KINDS)[number]
const OPS = ['create', 'update', 'rename', 'move', 'delete', 'restore', 'purge', 'lock', 'unlock'] as const
const Path = orNull(Type.String({ description: 'Null where a folder on the way was purged since' }))

export const LoggedOperation = Type.Object(
  {
    type: Type.Literal('operation'),
    seq: Type.Integer({ description: 'The number of its change, of the first one if it made several' }),
    op: Type.Unsafe<(typeof OPS)[number]>({ type: 'string', enum: OPS }),
    item_type: Type.Unsafe<ItemType>({ type: 'string', enum: KINDS }),
    item_id: Type.Integer({ description: 'What it changed; 0 for the root itself' }),
    name: Type.String(),
    path: Path,
    revision_id: orNull(IdOf<RevisionId>()),
    person_id: orNull(IdOf<PersonId>({ description: 'Null: the service' })),
    machine_id: orNull(IdOf<MachineId>()),
    at: Type.String(),
    changes: Type.Integer({ description: 'How many changes it made' }),
    last_seq: Type.Integer({ description: 'The number of the last of them' }),
  },
  { title: 'LoggedOperation' },
)
export type LoggedOperation = Static<typeof LoggedOperation>

export const DIFFERENCES = ['added', 'removed', 'restored', 'changed', 'moved', 'renamed'] as const
export type DifferenceKind = (typeof DIFFERENCES)[number]

const ItemState = Type.Object(
  {
    name: Type.String(),
    path: Path,
    size: Type.Integer(),
    modified: Type.String(),
    revision_id: orNull(IdOf<RevisionId>()),
    is_deleted: Type.Boolean({ description: 'It was deleted, or a folder that it lay in' }),
  },
  { title: 'ItemState' },
)
export type ItemState = Static<typeof ItemState>

export const Difference = Type.Object(
  {
    type: Type.Literal('difference'),
    item_type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
    item_id: IdOf<EntryId>(),
    kinds: Type.Array(Type.Unsafe<DifferenceKind>({ type: 'string', enum: DIFFERENCES })),
    before: orNull(ItemState),
    after: orNull(ItemState),
  },
  { title: 'Difference' },
)
export type Difference = Static<typeof Difference>

export const SKIPPED_BECAUSE = [
  'changed_by_others',
  'content_gone',
  'folder_gone',
  'folder_deleted',
  'in_use',
] as const
export type SkippedBecause = (typeof SKIPPED_BECAUSE)[number]

export const RestoreReport = Type.Object(
  {
    status: Type.Literal('ok'),
    dry_run: Type.Boolean(),
    as_of_seq: Type.Integer({ description: 'The change up to which everything is as it was' }),
    seq_before: Type.Integer({ description: 'Restoring to this undoes it' }),
    restored: Type.Integer({ description: 'Items that were set back' }),
    undeleted: Type.Integer({ description: 'Of those: brought back' }),
    deleted: Type.Integer({ description: 'Of those: deleted, as they were not there then' }),
    placed: Type.Integer({ description: 'Of those: put back to their folder or name' }),
    contents: Type.Integer({ description: 'Of those: given their content of then' }),
    numbered: Type.Integer({ description: 'Of those: with another name, as theirs is taken' }),
    skipped: Type.Integer({ description: 'Items that could not be set back, or not in full' }),
    skipped_items: Type.Array(
      Type.Object({
        item_type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
        item_id: IdOf<EntryId>(),
        name: Type.String(),
        reason: Type.Unsafe<SkippedBecause>({ type: 'string', enum: SKIPPED_BECAUSE }),
      }),
      { description: 'The first hundred of them' },
    ),
  },
  { title: 'RestoreReport' },
)
export type RestoreReport = Static<typeof RestoreReport>

export const listHistory = operation({
  name: 'list_history',
  method: 'GET',
  path: '/api/2/files/{root_id}/history',
  area: 'History',
  ours: true,
  summary: 'What was done in a root, newest first; what one operation did counts as one',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only what lay in this folder, however deep' })),
    file_id: Type.Optional(IdOf<EntryId>({ description: 'Only what was done to this file' })),
    ...byWhom,
    from: PointField('Nothing before'),
    to: PointField('Nothing after'),
    order: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
    ...pieces,
  },
  result: Type.Object({ results: Type.Array(LoggedOperation), cursor: Cursor }),
  errors: ['root_deleted'],
})

export const compareStates = operation({
  name: 'compare_states',
  method: 'GET',
  path: '/api/2/files/{root_id}/history/diff',
  area: 'History',
  ours: true,
  summary: 'What differs between a root at one point and at another',
  params: {
    ...inRoot,
    from: PointField('The state to begin with; the empty root unless given'),
    to: PointField('The state to end with; the present one unless given'),
    folder_id: Type.Optional(
      FolderRef({ description: 'Only what lay or lies in this folder, however deep' }),
    ),
    person_id: Type.Optional(IdOf<PersonId>({ description: 'Only items that this person changed' })),
    machine_id: Type.Optional(IdOf<MachineId>({ description: 'Only items changed on this machine' })),
    ...pieces,
  },
  result: Type.Object({
    from_seq: Type.Integer(),
    to_seq: Type.Integer(),
    results: Type.Array(Difference),
    cursor: Cursor,
  }),
  errors: ['root_deleted'],
})

export const restoreState = operation({
  name: 'restore_state',
  method: 'POST',
  path: '/api/2/files/{root_id}/history/restore',
  area: 'History',
  ours: true,
  summary: 'Set a root, a folder or a file back to what it was at some point',
  params: {
    ...inRoot,
    as_of: Type.String({
      maxLength: 19,
      description: 'The point: the number of a change, or YYYY-MM-DDTHH:MM:SS in UTC',
    }),
    folder_id: Type.Optional(FolderRef({ description: 'Only this folder and what lay or lies in it' })),
    file_id: Type.Optional(IdOf<EntryId>({ description: 'Only this file' })),
    person_id: Type.Optional(
      IdOf<PersonId>({ description: 'Only items that nobody else has changed since' }),
    ),
    machine_id: Type.Optional(IdOf<MachineId>({ description: 'Only items not changed elsewhere since' })),
    dry_run: Type.Boolean({ default: false, description: 'Only tell what it would do' }),
  },
  result: RestoreReport,
  errors: ['resource_locked', 'root_deleted'],
})
