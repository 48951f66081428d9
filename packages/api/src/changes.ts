import { type Static, Type } from 'typebox'
import { inRoot } from './files.ts'
import {
  type EntryId,
  FolderRef,
  type Id,
  IdOf,
  type MachineId,
  type PersonId,
  type RevisionId,
} from './ids.ts'
import { operation } from './operation.ts'

export const CHANGE_OPS = [
  'create',
  'update',
  'rename',
  'move',
  'delete',
  'restore',
  'purge',
  'lock',
  'unlock',
] as const
export type ChangeOp = (typeof CHANGE_OPS)[number]

export const CHANGE_KINDS = ['file', 'folder', 'root'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

const nullableId = <T extends Id<string>>() => Type.Union([IdOf<T>(), Type.Null()])
const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** What one change of a root left behind: the item as it was right after it. */
export const Change = Type.Object(
  {
    type: Type.Literal('change'),
    seq: Type.Integer({ description: 'Its number in the root; numbers have no gaps' }),
    op: Type.Unsafe<ChangeOp>({ type: 'string', enum: CHANGE_OPS }),
    entry_id: FolderRef<EntryId>({ description: 'The file or folder; 0 for the root itself' }),
    kind: Type.Unsafe<ChangeKind>({ type: 'string', enum: CHANGE_KINDS }),
    parent_id: FolderRef<EntryId>({ description: 'The folder it lies in; 0 for the top level of the root' }),
    name: Type.String(),
    ver: Type.Integer({ description: 'Which state of the item this is; every change of it counts one up' }),
    revision_id: nullableId<RevisionId>(),
    size: Type.Integer(),
    content: nullableText('What identifies the bytes, in hex; null for folders, or when they are gone'),
    modified: nullableText('When the bytes were last changed; null where `content` is'),
    is_deleted: Type.Boolean(),
    person_id: nullableId<PersonId>(),
    machine_id: nullableId<MachineId>(),
    client_op: nullableText('What the client that made the change called it'),
    at: Type.String(),
  },
  { title: 'Change' },
)
export type Change = Static<typeof Change>

const area = 'Live changes'
export const MAX_CHANGES = 1000
/** Long enough to be rare, short enough for proxies that give up after a minute. */
export const MAX_WAIT_SECONDS = 55

export const listChanges = operation({
  name: 'list_changes',
  method: 'GET',
  path: '/api/2/files/{root_id}/changes',
  area,
  summary: 'What happened in a root, in order, from the beginning or from where a cursor points',
  ours: true,
  params: {
    ...inRoot,
    cursor: Type.Optional(
      Type.String({ maxLength: 200, description: 'From an earlier answer for this root' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_CHANGES, default: 100 }),
    wait: Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'For how many seconds an answer without changes is put off until there are some',
    }),
  },
  result: Type.Object({
    epoch: Type.String({ description: 'Another one after a restore: everything known must be read again' }),
    cursor: Type.String({ description: 'Points behind the last change of this answer' }),
    has_more: Type.Boolean(),
    results: Type.Array(Change),
  }),
  errors: ['root_deleted', 'cursor_reset', 'temporarily_unavailable'],
})

/** Server-sent events: `hello`, `change`, `activity` and `end`. */
export const listenToEvents = operation({
  name: 'listen_to_events',
  method: 'GET',
  path: '/api/2/events',
  area,
  summary: 'Changes of all roots in reach and new activity as they happen, as server-sent events',
  ours: true,
  params: {
    last_event_id: Type.Optional(
      Type.String({
        maxLength: 60_000,
        description:
          'The id of the last event received, to go on behind it; the header Last-Event-ID counts more',
      }),
    ),
  },
  resultType: 'text/event-stream',
  errors: ['cursor_reset', 'temporarily_unavailable'],
})
