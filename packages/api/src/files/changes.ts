import { type Static, Type } from 'typebox'
import { actorNames, withNames } from '../actor-names.ts'
import {
  type EntryId,
  FolderRef,
  type Id,
  IdOf,
  type MachineId,
  type OrganizationId,
  type PersonId,
  type RevisionId,
} from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot } from './files.ts'

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
    seq: Type.Integer({ description: 'The number of the change. The numbers of a root have no gaps' }),
    op: Type.Unsafe<ChangeOp>({ type: 'string', enum: CHANGE_OPS }),
    entry_id: FolderRef<EntryId>({ description: 'The file or folder; 0 for the root itself' }),
    kind: Type.Unsafe<ChangeKind>({ type: 'string', enum: CHANGE_KINDS }),
    parent_id: FolderRef<EntryId>({
      description: 'The folder of the item; 0 is the top level of the root',
    }),
    name: Type.String(),
    ver: Type.Integer({ description: 'The version of the item. Each change increases it by one' }),
    revision_id: nullableId<RevisionId>(),
    size: Type.Integer(),
    content: nullableText(
      'Identifies the content, in hexadecimal; null for folders, and if the content was purged',
    ),
    modified: nullableText('When the content was last changed; null if `content` is null'),
    is_deleted: Type.Boolean(),
    person_id: nullableId<PersonId>(),
    machine_id: nullableId<MachineId>(),
    ...actorNames,
    client_op: nullableText('The `client_op` that the client sent with the change'),
    first_seq: Type.Integer({
      description: 'The number of the first change of the same operation',
    }),
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
  summary: 'List the changes of a root',
  description:
    'In order, from the beginning or from `cursor`. With `wait`, the response is sent as soon as something changes.',
  ours: true,
  params: {
    ...inRoot,
    cursor: Type.Optional(
      Type.String({ maxLength: 200, description: 'The `cursor` of the previous response for this root' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_CHANGES, default: 100 }),
    ...withNames,
    wait: Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Wait this many seconds for changes if there are none',
    }),
  },
  result: Type.Object({
    epoch: Type.String({
      description: 'Changes when the server is restored from a backup. Then read everything again',
    }),
    cursor: Type.String({ description: 'Where the next request continues' }),
    has_more: Type.Boolean(),
    results: Type.Array(Change),
  }),
  errors: ['root_deleted', 'cursor_reset', 'temporarily_unavailable'],
})

const LISTS = [
  'persons',
  'guests',
  'groups',
  'machines',
  'shares',
  'sharelinks',
  'organizations',
  'alerts',
  'any',
] as const

/** Something in a list of administrators has changed: read it again. */
export const NewsOfLists = Type.Object(
  {
    type: Type.Literal('list'),
    organization_id: IdOf<OrganizationId>(),
    list: Type.Unsafe<(typeof LISTS)[number]>({
      type: 'string',
      enum: LISTS,
      description: '`any`: too much happened to say which',
    }),
  },
  { title: 'ListNews' },
)
export type NewsOfLists = Static<typeof NewsOfLists>

/** Server-sent events: `hello`, `change`, `activity`, `list` and `end`. */
export const listenToEvents = operation({
  name: 'listen_to_events',
  method: 'GET',
  path: '/api/2/events',
  area,
  summary: 'Stream changes and activity',
  description: 'Server-sent events (`text/event-stream`) for all roots that you can see.',
  ours: true,
  params: {
    last_event_id: Type.Optional(
      Type.String({
        maxLength: 60_000,
        description:
          'The ID of the last event you received, to continue after it. The header `Last-Event-ID` does the same and takes precedence',
      }),
    ),
    ...withNames,
    include_lists: Type.Boolean({
      default: false,
      description:
        'Also send `list`, for administrators: the name of a list in an organization that they manage, every two seconds or less often',
    }),
  },
  resultType: 'text/event-stream',
  errors: ['cursor_reset', 'temporarily_unavailable'],
})
