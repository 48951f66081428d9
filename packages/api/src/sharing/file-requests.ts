import { type Static, Type } from 'typebox'
import { pageOf, pageParams } from '../envelopes.ts'
import {
  type EntryId,
  IdOf,
  type RequestSenderId,
  type RevisionId,
  type RootId,
  type SharelinkId,
  type SubscriberId,
} from '../ids.ts'
import { NullableDateTime, operation } from '../operation.ts'

export const REQUEST_STATES = ['open', 'closed', 'ended'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description?: string) =>
  Type.Union([type, Type.Null()], description === undefined ? {} : { description })

export const FileRequest = Type.Object(
  {
    type: Type.Literal('file_request'),
    sharelink_id: IdOf<SharelinkId>(),
    title: Type.String(),
    note: Type.String(),
    deadline: orNull(Type.String(), 'In UTC. After it, no more files are accepted'),
    timezone: Type.String({ description: 'The time zone that senders see the deadline in' }),
    ask_name: Type.Boolean({ description: 'Senders must enter their name' }),
    folder_per_sender: Type.Boolean({ description: 'Each sender gets a folder with their name' }),
    state: Type.Unsafe<RequestState>({
      type: 'string',
      enum: REQUEST_STATES,
      description: '`closed` by hand, or `ended` by its deadline',
    }),
    created: Type.String(),
    senders: Type.Integer({ description: 'Number of senders' }),
    files: Type.Integer({ description: 'Number of files sent' }),
    size: Type.Integer({ description: 'Bytes sent' }),
    invited: Type.Integer({ description: 'Number of people invited' }),
    missing: Type.Integer({ description: 'Number of invited people who have not sent anything' }),
  },
  { title: 'FileRequest' },
)
export type FileRequest = Static<typeof FileRequest>

export const RequestSender = Type.Object(
  {
    type: Type.Literal('request_sender'),
    id: IdOf<RequestSenderId>(),
    name: Type.String({ description: 'As the sender entered it; empty if the request does not ask for it' }),
    email: orNull(Type.String(), 'As the sender entered it, not confirmed'),
    subscriber_id: orNull(IdOf<SubscriberId>(), 'The invitation that the sender used'),
    invited_as: orNull(Type.String(), 'The name or email address that was invited'),
    folder_id: orNull(IdOf<EntryId>()),
    files: Type.Integer(),
    size: Type.Integer(),
    first_sent: Type.String(),
    last_sent: Type.String(),
  },
  { title: 'RequestSender' },
)
export type RequestSender = Static<typeof RequestSender>

export const RequestFile = Type.Object(
  {
    type: Type.Literal('request_file'),
    root_id: IdOf<RootId>(),
    file_id: IdOf<EntryId>(),
    revision_id: IdOf<RevisionId>(),
    name: Type.String({ description: 'As the sender named it' }),
    size: Type.Integer(),
    sha256: Type.String({ description: 'Of the content that was sent, as on the receipt' }),
    sent: Type.String(),
  },
  { title: 'RequestFile' },
)
export type RequestFile = Static<typeof RequestFile>

export const MissingSender = Type.Object(
  {
    type: Type.Literal('missing_sender'),
    subscriber_id: IdOf<SubscriberId>(),
    name: Type.String({ description: 'Name or email address' }),
    invited: Type.String(),
    reminded: orNull(Type.String(), 'When they were last reminded'),
  },
  { title: 'MissingSender' },
)
export type MissingSender = Static<typeof MissingSender>

const area = 'File requests'
const one = { sharelink_id: IdOf<SharelinkId>() }

export const getFileRequest = operation({
  name: 'get_file_request',
  method: 'GET',
  path: '/api/2/sharelinks/{sharelink_id}/request',
  area,
  summary: 'Get the file request of a share link',
  description: 'Returns 404 if the link has none.',
  ours: true,
  params: one,
  result: FileRequest,
})

export const setFileRequest = operation({
  name: 'set_file_request',
  method: 'PUT',
  path: '/api/2/sharelinks/{sharelink_id}/request',
  area,
  summary: 'Make a share link a file request, or update it',
  description:
    'The link must lead to a folder and have `upload_only`. People you share the link with get an email with the request and a link of their own.',
  ours: true,
  params: {
    ...one,
    title: Type.Optional(Type.String({ maxLength: 200, description: 'The name of the folder by default' })),
    note: Type.Optional(Type.Unsafe<string | null>({ type: 'string', maxLength: 4000, nullable: true })),
    deadline: NullableDateTime(),
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'Such as `Europe/Berlin`. Your own time zone by default' }),
    ),
    ask_name: Type.Optional(Type.Boolean({ description: 'True by default' })),
    folder_per_sender: Type.Optional(Type.Boolean({ description: 'False by default. Requires `ask_name`' })),
    closed: Type.Optional(Type.Boolean({ description: 'True closes the request, false opens it again' })),
  },
  result: FileRequest,
  errors: ['invalid_datetime_format'],
})

export const listRequestSenders = operation({
  name: 'list_request_senders',
  method: 'GET',
  path: '/api/2/sharelinks/{sharelink_id}/request/senders',
  area,
  summary: 'List who has sent files',
  description: 'Newest senders first.',
  ours: true,
  params: { ...one, ...pageParams },
  result: pageOf(RequestSender),
})

export const listRequestFiles = operation({
  name: 'list_request_files',
  method: 'GET',
  path: '/api/2/sharelinks/{sharelink_id}/request/senders/{sender_id}/files',
  area,
  summary: 'List the files of a sender',
  description: 'As on the receipt, in the order in which they were sent.',
  ours: true,
  params: { ...one, sender_id: IdOf<RequestSenderId>(), ...pageParams },
  result: pageOf(RequestFile),
})

export const listRequestMissing = operation({
  name: 'list_request_missing',
  method: 'GET',
  path: '/api/2/sharelinks/{sharelink_id}/request/missing',
  area,
  summary: 'List the invited people who have not sent anything',
  ours: true,
  params: { ...one, ...pageParams },
  result: pageOf(MissingSender),
})

export const remindRequest = operation({
  name: 'remind_request',
  method: 'POST',
  path: '/api/2/sharelinks/{sharelink_id}/request/remind',
  area,
  summary: 'Remind people who have not sent anything',
  description:
    'Up to once a day for each person. Without `subscriber_id`, everyone is reminded who has not been reminded within a day.',
  ours: true,
  params: { ...one, subscriber_id: Type.Optional(IdOf<SubscriberId>()) },
  result: Type.Object({
    status: Type.Literal('ok'),
    count: Type.Integer({ description: 'Number of people who get an email' }),
  }),
  errors: ['policy_error'],
})

export const enterRequest = operation({
  name: 'enter_request',
  method: 'POST',
  path: '/api/2/sharelinks/{sharelink_id}/request/enter',
  area,
  summary: 'Enter a file request as a sender',
  description:
    'Returns a token. Send it as `X-Request-Sender` when you upload through the link. The email address is only used for the receipt. The hash of a public link needs no token.',
  auth: 'link',
  ours: true,
  params: {
    sharelink_id: Type.String({ maxLength: 64, description: 'The ID or the hash of the link' }),
    name: Type.Optional(Type.String({ maxLength: 100 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
  },
  result: Type.Object({ sender: Type.String() }),
})
