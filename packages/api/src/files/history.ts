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
      description: 'The `cursor` of the previous response',
    }),
  ),
}
export const Cursor = orNull(
  Type.Integer({
    description:
      'Send it to get more results; null at the end. Until then, a response can have few or no results',
  }),
)
const KINDS = ['file', 'folder', 'root'] as const
type ItemType = (typeof KINDS)[number]
const OPS = ['create', 'update', 'rename', 'move', 'delete', 'restore', 'purge', 'lock', 'unlock'] as const
export type Op = (typeof OPS)[number]
const Path = orNull(Type.String({ description: 'Null if a parent folder has been purged since' }))

export const LoggedOperation = Type.Object(
  {
    type: Type.Literal('operation'),
    seq: Type.Integer({ description: 'The number of the first change' }),
    op: Type.Unsafe<Op>({ type: 'string', enum: OPS }),
    item_type: Type.Unsafe<ItemType>({ type: 'string', enum: KINDS }),
    item_id: Type.Integer({ description: 'The file or folder that was changed; 0 for the root itself' }),
    name: Type.String(),
    path: Path,
    revision_id: orNull(IdOf<RevisionId>()),
    person_id: orNull(IdOf<PersonId>({ description: 'Null if it was the service' })),
    machine_id: orNull(IdOf<MachineId>()),
    ...actorNames,
    at: Type.String(),
    changes: Type.Integer({ description: 'Number of changes' }),
    last_seq: Type.Integer({ description: 'The number of the last change' }),
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
    is_deleted: Type.Boolean({ description: 'Whether the item or a parent folder is deleted' }),
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
  restored: Type.Integer({ description: 'Number of items that were restored' }),
  undeleted: Type.Integer({ description: 'How many of these were deleted and are back' }),
  deleted: Type.Integer({ description: 'How many of these did not exist at that time and are deleted' }),
  placed: Type.Integer({ description: 'How many of these got their earlier folder or name' }),
  contents: Type.Integer({ description: 'How many of these got their earlier content' }),
  numbered: Type.Integer({
    description: 'How many of these were renamed because their earlier name is already used',
  }),
  skipped: Type.Integer({ description: 'Number of items that could not be restored, or only partly' }),
  skipped_items: Type.Array(
    Type.Object({
      item_type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
      item_id: IdOf<EntryId>(),
      name: Type.String(),
      reason: Type.Unsafe<SkippedBecause>({ type: 'string', enum: SKIPPED_BECAUSE }),
    }),
    { description: 'The first 100 of these' },
  ),
}

/** Nothing is kept for ever where the policy says so. */
export const undoableUntil = {
  undoable_until: Type.Union([Type.String(), Type.Null()], {
    description: 'Until when it can be undone under the retention policy, in UTC; null for no limit',
  }),
}

export const RestoreReport = Type.Object(
  {
    status: Type.Literal('ok'),
    dry_run: Type.Boolean(),
    as_of_seq: Type.Integer({ description: 'The number of the last change that is kept' }),
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
  summary: 'List the operations in a root',
  description: 'Newest first. All changes of one request are one entry.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only changes in this folder and its subfolders' })),
    file_id: Type.Optional(IdOf<EntryId>({ description: 'Only changes of this file' })),
    op: Type.Optional(
      Type.Unsafe<Op>({ type: 'string', enum: OPS, description: 'Only operations of this kind' }),
    ),
    ...byWhom,
    from: PointField('Only changes at or after this point'),
    to: PointField('Only changes at or before this point'),
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
    folder_id: Type.Optional(
      FolderRef({ description: 'Only items that are or were in this folder and its subfolders' }),
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
  summary: 'Restore a root, folder or file to an earlier point in time',
  description:
    'The restore is a new change: nothing is lost, and you can undo it. Try it with `dry_run` first.',
  params: {
    ...inRoot,
    as_of: Type.String({
      maxLength: 19,
      description: 'The point in time: the number of a change, or a time as YYYY-MM-DDTHH:MM:SS in UTC',
    }),
    folder_id: Type.Optional(
      FolderRef({ description: 'Only this folder and the items that are or were in it' }),
    ),
    file_id: Type.Optional(IdOf<EntryId>({ description: 'Only this file' })),
    person_id: Type.Optional(
      IdOf<PersonId>({ description: 'Only items that no one but this person has changed since' }),
    ),
    machine_id: Type.Optional(
      IdOf<MachineId>({ description: 'Only items that have not been changed on other machines since' }),
    ),
    dry_run: Type.Boolean({
      default: false,
      description: 'Report what would be done without changing anything',
    }),
  },
  result: RestoreReport,
  errors: ['resource_locked', 'root_deleted'],
})
