import { type Static, Type } from 'typebox'
import { type EntryId, FolderRef, IdOf, type PersonId, type RevisionId } from '../ids.ts'
import { BytesField, NameField, operation } from '../operation.ts'
import { ChunkRef, MAX_CHUNKS_OF_FILE, MAX_CLIENT_OP } from './chunks.ts'
import { inRoot } from './files.ts'
import { encodeFramed } from './framed.ts'

/** For clients that keep a copy of a root: the whole tree to begin with, then the log of changes. */
const area = 'Sync'

/**
 * What the `op_id` of a deletion begins with where a person has confirmed on the device that so much is deleted: devices that
 * follow do not ask again.
 */
export const CONFIRMED_OP = 'confirmed '

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
    'All live items by pages in no order of use. Then read the changes from `cursor` on to their end: for each item the higher `ver` counts, and `purge` removes it. Items in deleted folders may be among them; they cannot be reached from the top. With `as_of_seq`, locks are not told, items that were purged since are missing, and `content` is null where a content is no longer kept.',
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
    as_of_seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Everything as it was after this change, such as the last one of a backup; not with `folder_id`',
      }),
    ),
  },
  result: Type.Object({
    epoch,
    seq: Type.Integer({ description: 'The number of the newest change that the list is sure to show' }),
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
  params: {
    ...inRoot,
    ids: Type.Array(IdOf<EntryId>(), {
      minItems: 1,
      maxItems: MAX_ENTRIES_ASKED,
      description: 'The ids of files and folders',
    }),
  },
  result: Type.Object({ epoch, results: Type.Array(SyncEntry) }),
  errors: ['root_deleted'],
})

export const MAX_BATCH_OPS = 500
export const MAX_BATCH_INLINE = 1000
export const MAX_BATCH_BYTES = 8 * 1024 * 1024

const opId = Type.String({
  minLength: 1,
  maxLength: MAX_CLIENT_OP,
  description:
    'A name of your choice, another one for each change: sent again, the change is not made a second time',
})
const entryId = IdOf<EntryId>()
const ifVer = Type.Integer({ minimum: 1, description: 'The version that you know of the item' })
const folderId = FolderRef<EntryId>({ description: '0 is the top level of the root' })
const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))
const meta = Type.Optional(
  Type.String({ maxLength: MAX_META, description: 'What the device wants to know about it later' }),
)
const ofFile = {
  size: Type.Integer({ minimum: 0, description: 'The size of all chunks together' }),
  chunks: Type.Array(ChunkRef, { maxItems: MAX_CHUNKS_OF_FILE }),
  modified: time('When the content was last changed; now, by default'),
  meta,
}

/** So long after a file has left a name, `retake` brings it back there. */
export const RETAKE_MS = 60_000

/** What a batch can hold, each with its name in `op`. */
export const BATCH_OPS = {
  /** A new file, or with `entry_id` a new content for one that is there. */
  put: Type.Object({
    op_id: opId,
    folder_id: Type.Optional(folderId),
    name: Type.Optional(NameField()),
    entry_id: Type.Optional(entryId),
    if_ver: Type.Optional(ifVer),
    created: time('When the file was created; now, by default'),
    ...ofFile,
  }),
  mkdir: Type.Object({ op_id: opId, folder_id: folderId, name: NameField(), meta }),
  /** Another name, another folder or both, as one change. */
  place: Type.Object({
    op_id: opId,
    entry_id: entryId,
    if_ver: ifVer,
    folder_id: folderId,
    name: NameField(),
    meta,
  }),
  /** Another time of change for a file, with the content that it has. */
  touch: Type.Object({
    op_id: opId,
    entry_id: entryId,
    if_ver: ifVer,
    modified: Type.String({ format: 'date-time', description: 'When the content was last changed' }),
  }),
  /**
   * A file that left a name to be its own backup, or was deleted, returns to that name with a new content. If it was renamed, a
   * new file with the content that it had takes the place where it was. So the name keeps its history however it is saved.
   */
  retake: Type.Object({
    op_id: opId,
    entry_id: entryId,
    if_ver: ifVer,
    folder_id: folderId,
    name: NameField(),
    ...ofFile,
  }),
  /** A folder only while nothing live lies in it. */
  delete: Type.Object({ op_id: opId, entry_id: entryId, if_ver: ifVer }),
} as const
export type BatchOpName = keyof typeof BATCH_OPS
export type BatchOp = { [Name in BatchOpName]: { op: Name } & Static<(typeof BATCH_OPS)[Name]> }[BatchOpName]

/** The first part of a batch, as JSON. The bytes of `inline` follow it, one after the other. */
export interface BatchRequest {
  epoch: string
  inline: ChunkRef[]
  ops: BatchOp[]
}

export const BatchResult = Type.Object(
  {
    op_id: Type.String(),
    entry: Type.Optional(SyncEntry),
    error: Type.Optional(Type.String({ description: 'Why it was not done' })),
    error_description: Type.Optional(Type.String()),
    error_reason: Type.Optional(Type.String({ description: '`too_deep` or `agent_name`' })),
  },
  { title: 'BatchResult' },
)
export type BatchResult = Static<typeof BatchResult>

/** The body of a batch: the length of the JSON in four bytes, the JSON, and the bytes. */
export const encodeBatch = (request: BatchRequest, inline: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  encodeFramed(request, inline)

export const applyBatch = operation({
  name: 'apply_batch',
  method: 'POST',
  path: '/api/2/files/{root_id}/batch',
  area,
  ours: true,
  summary: 'Make many small changes at once',
  description:
    'Up to 500 changes, each with a name (`op_id`) and the version it is meant for (`if_ver`), with the bytes of small files. Each is done wholly or not at all, whatever becomes of the others; results come in the order of the changes. The body is described on the page about keeping a copy.',
  params: { ...inRoot, body: BytesField() },
  rawBody: 'body',
  result: Type.Object({ epoch, results: Type.Array(BatchResult) }),
  errors: ['invalid_request', 'cursor_reset', 'root_deleted', 'temporarily_unavailable'],
})
