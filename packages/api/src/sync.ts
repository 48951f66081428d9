import { type Static, Type } from 'typebox'
import { inRoot } from './files.ts'
import { type EntryId, FolderRef, IdOf, type PersonId, type RevisionId } from './ids.ts'
import { operation } from './operation.ts'

/** For clients that keep a copy of a root: the whole tree to begin with, then the log of changes. */
const area = 'Sync'

export const MAX_SNAPSHOT_PAGE = 1000
export const MAX_ENTRIES_ASKED = 1000
export const MAX_META = 4096

const nullable = <T>(schema: { type?: unknown }, description: string) =>
  Type.Unsafe<T | null>({ ...schema, type: [schema.type, 'null'], description })

export const SyncEntry = Type.Object(
  {
    entry_id: IdOf<EntryId>(),
    parent_id: FolderRef<EntryId>({
      description: 'The folder that it is in; 0 is the top level of the root',
    }),
    kind: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
    name: Type.String(),
    ver: Type.Integer({ description: 'The version of the item: each change adds one' }),
    seq: Type.Integer({ description: 'The number of its newest change' }),
    revision_id: nullable<RevisionId>({ type: 'integer' }, 'Null for folders'),
    size: Type.Integer(),
    content: nullable<string>({ type: 'string' }, 'Identifies the content, in hexadecimal; null for folders'),
    modified: Type.String(),
    created: Type.String(),
    is_deleted: Type.Boolean({
      description: 'Deleted by itself; what lies in a deleted folder is deleted with it and not marked',
    }),
    lock: Type.Union(
      [
        Type.Object({
          person_id: IdOf<PersonId>(),
          name: Type.String(),
          expires: nullable<string>({ type: 'string' }, 'Null if it holds until it is unlocked'),
        }),
        Type.Null(),
      ],
      { description: 'Its own lock; those on folders above it count as well' },
    ),
    meta: nullable<string>({ type: 'string' }, 'What a device wrote down about it, such as its mode'),
  },
  { title: 'SyncEntry' },
)
export type SyncEntry = Static<typeof SyncEntry>

const epoch = Type.String({
  description: 'Changes if the server was restored from a backup: then compare everything again',
})

export const getSnapshot = operation({
  name: 'get_snapshot',
  method: 'GET',
  path: '/api/2/files/{root_id}/snapshot',
  area,
  ours: true,
  summary: 'List everything in a root, to begin a copy with',
  description:
    'All live items by pages in no order of use. Then read the changes from `cursor` on to their end: for each item the higher `ver` counts, and `purge` removes it. Items in deleted folders may be among them; they cannot be reached from the top.',
  params: {
    ...inRoot,
    after: Type.Optional(
      Type.String({ maxLength: 2000, description: '`next` of the previous answer, to go on after it' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_SNAPSHOT_PAGE, default: MAX_SNAPSHOT_PAGE }),
    folder_id: Type.Optional(
      FolderRef<EntryId>({
        description: 'Only what lies directly in this folder, such as one that was restored',
      }),
    ),
  },
  result: Type.Object({
    epoch,
    epoch_seq: Type.Integer({
      description:
        'The number of the newest change when the epoch began: items with a higher `seq` changed in it',
    }),
    cursor: Type.String({
      description: 'Where the changes begin that this list may miss; the same on all pages',
    }),
    results: Type.Array(SyncEntry),
    next: Type.Union([Type.String(), Type.Null()], { description: 'Null at the end' }),
  }),
  errors: ['root_deleted', 'cursor_reset'],
})

export const getEntries = operation({
  name: 'get_entries',
  method: 'POST',
  path: '/api/2/files/{root_id}/entries',
  area,
  ours: true,
  summary: 'Get some items as they are now',
  description: 'In no order; those that do not exist are left out, deleted ones are not.',
  params: { ...inRoot, ids: Type.Array(IdOf<EntryId>(), { minItems: 1, maxItems: MAX_ENTRIES_ASKED }) },
  result: Type.Object({ epoch, results: Type.Array(SyncEntry) }),
  errors: ['root_deleted'],
})
