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
      description: 'The folder of the item; 0 is the top level of the root',
    }),
    kind: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
    name: Type.String(),
    ver: Type.Integer({ description: 'The version of the item. Each change increases it by one' }),
    seq: Type.Integer({ description: 'The number of the newest change of the item' }),
    revision_id: nullable<RevisionId>({ type: 'integer' }, 'Null for folders'),
    size: Type.Integer(),
    content: nullable<string>({ type: 'string' }, 'Identifies the content, in hexadecimal; null for folders'),
    modified: Type.String(),
    created: Type.String(),
    is_deleted: Type.Boolean({
      description:
        'Whether the item itself was deleted. Items in a deleted folder are deleted with it and not marked',
    }),
    lock: Type.Union(
      [
        Type.Object({
          person_id: IdOf<PersonId>(),
          name: Type.String(),
          expires: nullable<string>({ type: 'string' }, 'Null if the lock stays until it is unlocked'),
        }),
        Type.Null(),
      ],
      { description: 'The lock on the item itself. Locks on parent folders also apply' },
    ),
    meta: nullable<string>({ type: 'string' }, 'What a device stored about it, such as its mode'),
  },
  { title: 'SyncEntry' },
)
export type SyncEntry = Static<typeof SyncEntry>

const epoch = Type.String({
  description: 'Changes when the server is restored from a backup. Then compare everything again',
})

export const getSnapshot = operation({
  name: 'get_snapshot',
  method: 'GET',
  path: '/api/2/files/{root_id}/snapshot',
  area,
  ours: true,
  summary: 'List all items of a root',
  description:
    'The start of a local copy: all items that are not deleted, in pages and in no particular order. Then read the changes from `cursor` to the end. For each item the higher `ver` wins, and `purge` removes it. The list can include items in deleted folders, which cannot be reached from the top level. With `as_of_seq`, locks are not included, items purged since are missing, and `content` is null if it is no longer stored.',
  params: {
    ...inRoot,
    after: Type.Optional(
      Type.String({ maxLength: 2000, description: '`next` of the previous response, to get the next page' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_SNAPSHOT_PAGE, default: MAX_SNAPSHOT_PAGE }),
    folder_id: Type.Optional(
      FolderRef<EntryId>({
        description: 'Only items directly in this folder, such as a restored one',
      }),
    ),
    as_of_seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The state after this change, such as the last change of a backup. Cannot be combined with `folder_id`',
      }),
    ),
  },
  result: Type.Object({
    epoch,
    seq: Type.Integer({
      description: 'The number of the newest change that the list is guaranteed to include',
    }),
    epoch_seq: Type.Integer({
      description:
        'The number of the newest change when the epoch started. Items with a higher `seq` changed in it',
    }),
    cursor: Type.String({
      description: 'Where the changes start that this list may miss; the same on all pages',
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
  summary: 'Get the current state of some items',
  description: 'In no particular order. Deleted items are included, items that do not exist are not.',
  params: {
    ...inRoot,
    ids: Type.Array(IdOf<EntryId>(), {
      minItems: 1,
      maxItems: MAX_ENTRIES_ASKED,
      description: 'The IDs of files and folders',
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
  description: 'A name of your choice, unique for each change. A change that is sent again is not made twice',
})
const entryId = IdOf<EntryId>()
const ifVer = Type.Integer({ minimum: 1, description: 'The version of the item that you know' })
const folderId = FolderRef<EntryId>({ description: '0 is the top level of the root' })
const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))
const meta = Type.Optional(
  Type.String({ maxLength: MAX_META, description: 'What the device wants to store about it' }),
)
const ofFile = {
  size: Type.Integer({ minimum: 0, description: 'The total size of all chunks' }),
  chunks: Type.Array(ChunkRef, { maxItems: MAX_CHUNKS_OF_FILE }),
  modified: time('When the content was last changed; now by default'),
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
    created: time('When the file was created; now by default'),
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
  /** A folder only while nothing live is in it. */
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
    error: Type.Optional(Type.String({ description: 'Why the change was not made' })),
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
    'Up to 500 changes, each with a name (`op_id`) and the expected version (`if_ver`), and with the bytes of small files. Each change is made completely or not at all, independent of the others. Results are in the order of the changes. The documentation of the sync protocol describes the body.',
  params: { ...inRoot, body: BytesField() },
  rawBody: 'body',
  result: Type.Object({ epoch, results: Type.Array(BatchResult) }),
  errors: ['invalid_request', 'cursor_reset', 'root_deleted', 'temporarily_unavailable'],
})
