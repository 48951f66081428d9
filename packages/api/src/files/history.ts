import { type Static, Type } from 'typebox'
import { actorNames, withNames } from '../actor-names.ts'
import { type EntryId, FolderRef, IdOf, type MachineId, type PersonId, type RevisionId } from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot } from './files.ts'
import { PointField } from './point.ts'

const MAX_LIMIT = 500
export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const byWhom = {
  person_id: Type.Optional(IdOf<PersonId>({ description: 'Only changes made by this person' })),
  machine_id: Type.Optional(IdOf<MachineId>({ description: 'Only changes made on this machine' })),
}
export const pieces = {
  limit: Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: 100 }),
  cursor: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The `cursor` of the previous answer',
    }),
  ),
}
export const Cursor = orNull(
  Type.Integer({
    description:
      'Pass it on to get more; null at the end. Before that, an answer may have few results, or none',
  }),
)
const KINDS = ['file', 'folder', 'root'] as const
type ItemType = (typeof KINDS)[number]
const OPS = ['create', 'update', 'rename', 'move', 'delete', 'restore', 'purge', 'lock', 'unlock'] as const
export type Op = (typeof OPS)[number]
const Path = orNull(Type.String({ description: 'Null if a folder above it was purged since' }))

export const LoggedOperation = Type.Object(
  {
    type: Type.Literal('operation'),
    seq: Type.Integer({ description: 'The number of its first change' }),
    op: Type.Unsafe<Op>({ type: 'string', enum: OPS }),
    item_type: Type.Unsafe<ItemType>({ type: 'string', enum: KINDS }),
    item_id: Type.Integer({ description: 'The file or folder that was changed; 0 for the root itself' }),
    name: Type.String(),
    path: Path,
    revision_id: orNull(IdOf<RevisionId>()),
    person_id: orNull(IdOf<PersonId>({ description: 'Null if it was the service itself' })),
    machine_id: orNull(IdOf<MachineId>()),
    ...actorNames,
    at: Type.String(),
    changes: Type.Integer({ description: 'The number of changes' }),
    last_seq: Type.Integer({ description: 'The number of its last change' }),
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
    is_deleted: Type.Boolean({ description: 'Whether it, or a folder above it, was deleted' }),
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
  'changed_since',
  'purged',
  'content_gone',
  'folder_gone',
  'folder_deleted',
  'in_use',
] as const
export type SkippedBecause = (typeof SKIPPED_BECAUSE)[number]

/** What was done to items that were set back. */
export const setBackCounts = {
  restored: Type.Integer({ description: 'How many items were set back' }),
  undeleted: Type.Integer({ description: 'How many of those were deleted, and are restored' }),
  deleted: Type.Integer({ description: 'How many of those did not exist then, and are deleted' }),
  placed: Type.Integer({ description: 'How many of those got their earlier folder or name back' }),
  contents: Type.Integer({ description: 'How many of those got their earlier content back' }),
  numbered: Type.Integer({
    description: 'How many of those were renamed, because their earlier name is taken',
  }),
  skipped: Type.Integer({ description: 'How many items could not be set back, or only in part' }),
  skipped_items: Type.Array(
    Type.Object({
      item_type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
      item_id: IdOf<EntryId>(),
      name: Type.String(),
      reason: Type.Unsafe<SkippedBecause>({ type: 'string', enum: SKIPPED_BECAUSE }),
    }),
    { description: 'The first hundred of those' },
  ),
}

/** Nothing is kept for ever where the policy says so. */
export const undoableUntil = {
  undoable_until: Type.Union([Type.String(), Type.Null()], {
    description: 'Until when the policy keeps what is needed to undo it, in UTC; null: without end',
  }),
}

export const RestoreReport = Type.Object(
  {
    status: Type.Literal('ok'),
    dry_run: Type.Boolean(),
    as_of_seq: Type.Integer({ description: 'The number of the last change that is not undone' }),
    seq_before: Type.Integer({ description: 'Restore to this number to undo the restore' }),
    ...undoableUntil,
    ...setBackCounts,
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
  summary: 'List what was done in a root, newest first',
  description: 'Everything that one request did is one entry.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only what was in this folder or below it' })),
    file_id: Type.Optional(IdOf<EntryId>({ description: 'Only changes of this file' })),
    op: Type.Optional(
      Type.Unsafe<Op>({ type: 'string', enum: OPS, description: 'Only operations of this kind' }),
    ),
    ...byWhom,
    from: PointField('Only changes from then on'),
    to: PointField('Only changes until then'),
    order: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
    ...pieces,
    ...withNames,
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
  summary: 'Compare a root at two points in time',
  params: {
    ...inRoot,
    from: PointField('The earlier state; by default the empty root'),
    to: PointField('The later state; by default the current one'),
    folder_id: Type.Optional(FolderRef({ description: 'Only what was or is in this folder or below it' })),
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
  summary: 'Set a root, a folder or a file back to an earlier point in time',
  description: 'This is a new change: nothing is lost, and it can itself be undone. Try it with `dry_run`.',
  params: {
    ...inRoot,
    as_of: Type.String({
      maxLength: 19,
      description: 'The point in time: the number of a change, or a time as YYYY-MM-DDTHH:MM:SS in UTC',
    }),
    folder_id: Type.Optional(FolderRef({ description: 'Only this folder and what was or is in it' })),
    file_id: Type.Optional(IdOf<EntryId>({ description: 'Only this file' })),
    person_id: Type.Optional(IdOf<PersonId>({ description: 'Only items that nobody else changed since' })),
    machine_id: Type.Optional(
      IdOf<MachineId>({ description: 'Only items that were not changed on other machines since' }),
    ),
    dry_run: Type.Boolean({ default: false, description: 'Change nothing, and report what would be done' }),
  },
  result: RestoreReport,
  errors: ['resource_locked', 'root_deleted'],
})
