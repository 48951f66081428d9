import { type Static, Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from './envelopes.ts'
import { File, ListedFolder } from './file-objects.ts'
import { inFolder, onFile } from './files.ts'
import {
  type GroupId,
  type GuestId,
  IdOf,
  type PersonId,
  type RootId,
  type SharelinkId,
  type SubscriberId,
} from './ids.ts'
import { NullableCount, NullableText, operation } from './operation.ts'

const SUBSCRIBER_TYPES = ['person', 'guest', 'group', 'email'] as const

export const SharelinkSubscriber = Type.Object(
  {
    type: Type.Literal('sharelink_subscriber'),
    id: IdOf<SubscriberId>(),
    hash: Type.String(),
    read_access: Type.Boolean(),
    write_access: Type.Boolean(),
    delete_access: Type.Boolean(),
    subscriber_type: Type.Unsafe<(typeof SUBSCRIBER_TYPES)[number]>({
      type: 'string',
      enum: SUBSCRIBER_TYPES,
    }),
    subscriber: Type.Unsafe<object | string>({
      description: 'Who it is: an object for a person, guest or group, the address itself for an email',
    }),
    times_downloaded: Type.Integer(),
    times_viewed: Type.Integer(),
    url: Type.String(),
  },
  { title: 'SharelinkSubscriber' },
)
export type SharelinkSubscriber = Static<typeof SharelinkSubscriber>

const linkFields = {
  id: IdOf<SharelinkId>(),
  hash: Type.String(),
  root_id: IdOf<RootId>(),
  creator_id: IdOf<PersonId>(),
  creator_name: Type.String(),
  created: Type.String(),
  expires: Type.Union([Type.String(), Type.Null()]),
  login_required: Type.Boolean(),
  download_limit: Type.Union([Type.Integer(), Type.Null()]),
  download_notify: Type.Boolean(),
  anon_edit: Type.Boolean(),
  has_password: Type.Boolean({ description: 'Ours: whoever opens it is asked for a password' }),
  times_downloaded: Type.Integer(),
  times_viewed: Type.Integer(),
  last_used: Type.Union([Type.String(), Type.Null()], { description: 'Ours: when somebody opened it last' }),
  url: Type.String(),
  subscribers: Type.Array(SharelinkSubscriber, { description: 'Empty with include_subscribers=false' }),
}
export const FileSharelink = Type.Object(
  { type: Type.Literal('file_sharelink'), ...linkFields, file: File },
  { title: 'FileSharelink' },
)
export const FolderSharelink = Type.Object(
  {
    type: Type.Literal('folder_sharelink'),
    ...linkFields,
    upload_notify: Type.Boolean(),
    folder: ListedFolder,
  },
  { title: 'FolderSharelink' },
)
export type FileSharelink = Static<typeof FileSharelink>
export type FolderSharelink = Static<typeof FolderSharelink>
export const Sharelink = Type.Union([FileSharelink, FolderSharelink])
export type Sharelink = Static<typeof Sharelink>

const area = 'Share links'
const one = { sharelink_id: IdOf<SharelinkId>() }
const oneSubscriber = { ...one, subscriber_id: IdOf<SubscriberId>() }

const password = NullableText(1024)
const expires = Type.Optional(
  Type.Unsafe<string | null>({
    type: 'string',
    format: 'date',
    nullable: true,
    description: 'The last day that it works, UTC; the word none takes it away',
  }),
)
const creation = {
  login_required: Type.Optional(Type.Boolean({ description: 'false unless the policy says otherwise' })),
  expires,
  subscribers: Type.Array(Type.String({ maxLength: 254 }), {
    default: [],
    maxItems: 100,
    description: 'Addresses',
  }),
  notify_subscribers: Type.Boolean({ default: false }),
  download_limit: NullableCount(),
  download_notify: Type.Boolean({ default: false }),
  anon_edit: Type.Boolean({ default: false, description: 'Ours here' }),
  message: Type.Optional(Type.String({ maxLength: 4000, description: 'Ours: for the mail to subscribers' })),
  password,
}

export const shareFile = operation({
  name: 'share_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/share',
  area: 'Files',
  summary: 'Make a share link for a file',
  params: { ...onFile, ...creation },
  result: FileSharelink,
  errors: ['policy_error', 'root_deleted', 'invalid_date_format'],
})

export const shareFolder = operation({
  name: 'share_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/share',
  area: 'Folders',
  summary: 'Make a share link for a folder',
  params: { ...inFolder, ...creation, upload_notify: Type.Boolean({ default: false }) },
  result: FolderSharelink,
  errors: ['policy_error', 'root_deleted', 'invalid_date_format'],
})

export const getSharelink = operation({
  name: 'get_sharelink',
  method: 'GET',
  path: '/api/2/sharelinks/{sharelink_id}',
  area,
  summary: 'A share link, by id or by hash; by the hash of a public one without a token',
  auth: 'link',
  params: {
    sharelink_id: Type.String({ maxLength: 64, description: 'An id, or a hash' }),
    include_subscribers: Type.Boolean({ default: false }),
  },
  result: Sharelink,
})

export const updateSharelink = operation({
  name: 'update_sharelink',
  method: 'PUT',
  path: '/api/2/sharelinks/{sharelink_id}',
  area,
  summary: 'Change a share link',
  params: {
    ...one,
    login_required: Type.Optional(Type.Boolean()),
    expires,
    download_limit: NullableCount(),
    download_notify: Type.Optional(Type.Boolean()),
    upload_notify: Type.Optional(Type.Boolean({ description: 'Of folders only' })),
    anon_edit: Type.Optional(Type.Boolean()),
    password,
  },
  result: Sharelink,
  errors: ['policy_error', 'invalid_date_format'],
})

export const deleteSharelink = operation({
  name: 'delete_sharelink',
  method: 'DELETE',
  path: '/api/2/sharelinks/{sharelink_id}',
  area,
  summary: 'End a share link',
  params: one,
  result: StatusOk,
})

const access = {
  write_access: Type.Optional(Type.Boolean()),
  delete_access: Type.Optional(Type.Boolean({ description: 'Of folders only' })),
  message: Type.Optional(Type.String({ maxLength: 4000 })),
}

export const addSharelinkSubscriber = operation({
  name: 'add_sharelink_subscriber',
  method: 'POST',
  path: '/api/2/sharelinks/{sharelink_id}/subscribers',
  area,
  summary: 'Share a link with someone: an address, or a person, guest or group by id',
  params: {
    ...one,
    email: Type.Optional(Type.String({ maxLength: 254 })),
    subscriber_type: Type.Optional(
      Type.Unsafe<'person' | 'guest' | 'group'>({ type: 'string', enum: ['person', 'guest', 'group'] }),
    ),
    subscriber_id: Type.Optional(IdOf<PersonId | GuestId | GroupId>()),
    ...access,
    notify: Type.Boolean({ default: true }),
  },
  result: SharelinkSubscriber,
  errors: ['name_conflict'],
})

export const updateSharelinkSubscriber = operation({
  name: 'update_sharelink_subscriber',
  method: 'PUT',
  path: '/api/2/sharelinks/{sharelink_id}/subscribers/{subscriber_id}',
  area,
  summary: 'Change what a subscriber may do',
  params: { ...oneSubscriber, ...access, notify: Type.Boolean({ default: false }) },
  result: SharelinkSubscriber,
})

export const deleteSharelinkSubscriber = operation({
  name: 'delete_sharelink_subscriber',
  method: 'DELETE',
  path: '/api/2/sharelinks/{sharelink_id}/subscribers/{subscriber_id}',
  area,
  summary: 'Stop sharing a link with someone',
  params: oneSubscriber,
  result: StatusOk,
})

const SORT_KEYS = [
  'created',
  'expires',
  'creator_name',
  'times_viewed',
  'times_downloaded',
  'last_used',
] as const
export type SharelinkSortKey = (typeof SORT_KEYS)[number]
export const SharelinkOrder = {
  sort_by: Type.Unsafe<SharelinkSortKey>({ type: 'string', enum: SORT_KEYS, default: 'created' }),
  sort_order: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
}
const listed = { person_id: IdOf<PersonId>(), ...SharelinkOrder, ...pageParams }

export const listPersonSharelinks = operation({
  name: 'list_person_sharelinks',
  method: 'GET',
  path: '/api/2/person/{person_id}/sharelinks',
  area: 'People',
  summary: 'The links that a person has made',
  params: listed,
  result: pageOf(Sharelink),
})

export const listPersonReceivedSharelinks = operation({
  name: 'list_person_received_sharelinks',
  method: 'GET',
  path: '/api/2/person/{person_id}/sharelinks/received',
  area: 'People',
  summary: 'The links that are shared with a person',
  params: listed,
  result: pageOf(Sharelink),
})

export const listGuestShares = operation({
  name: 'list_guest_shares',
  method: 'GET',
  path: '/api/2/guest/{guest_id}/shares',
  area: 'Guests',
  summary: 'The links that are shared with a guest',
  params: { guest_id: IdOf<GuestId>() },
  result: Type.Object({ results: Type.Array(Sharelink) }),
})
