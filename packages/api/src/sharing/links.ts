import { type Static, Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from '../envelopes.ts'
import { File, ListedFolder } from '../files/file-objects.ts'
import { inFolder, onFile } from '../files/files.ts'
import {
  type EntryId,
  type GroupId,
  type GuestId,
  IdOf,
  type PersonId,
  type RootId,
  type SharelinkId,
  type SubscriberId,
} from '../ids.ts'
import { EXTENSION, NullableCount, NullableText, operation } from '../operation.ts'
import { SharelinkOrder } from './link-order.ts'

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
      description: 'An object for a person, guest or group; the address for an email',
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
  has_password: Type.Boolean({ ...EXTENSION, description: 'Whether a password is required' }),
  times_downloaded: Type.Integer(),
  times_viewed: Type.Integer(),
  last_used: Type.Union([Type.String(), Type.Null()], {
    ...EXTENSION,
    description: 'When it was last opened; null if you do not manage the link',
  }),
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
    upload_only: Type.Boolean({ ...EXTENSION, description: 'Recipients can add files, but not see any' }),
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
    description: 'The last day on which the link works, in UTC',
  }),
)
const creation = {
  login_required: Type.Optional(
    Type.Boolean({
      description: 'Whether recipients must sign in. The default depends on the policy (`secure_shares`)',
    }),
  ),
  expires,
  subscribers: Type.Array(Type.String({ maxLength: 254 }), {
    default: [],
    maxItems: 100,
    description: 'Email addresses to share the link with',
  }),
  notify_subscribers: Type.Boolean({ default: false }),
  download_limit: NullableCount(),
  download_notify: Type.Boolean({ default: false }),
  anon_edit: Type.Optional(
    Type.Boolean({
      ...EXTENSION,
      description:
        'Recipients can add files to a shared folder. False by default, unless `upload_only` is true',
    }),
  ),
  message: Type.Optional(
    Type.String({ ...EXTENSION, maxLength: 4000, description: 'Text for the email to subscribers' }),
  ),
  password,
}

export const shareFile = operation({
  name: 'share_file',
  method: 'POST',
  path: '/api/2/files/{root_id}/{file_id}/share',
  area: 'Files',
  summary: 'Create a share link to a file',
  params: { ...onFile, ...creation },
  result: FileSharelink,
  errors: ['policy_error', 'root_deleted', 'invalid_date_format'],
})

export const shareFolder = operation({
  name: 'share_folder',
  method: 'POST',
  path: '/api/2/files/{root_id}/folder/{folder_id}/share',
  area: 'Folders',
  summary: 'Create a share link to a folder',
  params: {
    ...inFolder,
    ...creation,
    upload_notify: Type.Boolean({ default: false }),
    upload_only: Type.Boolean({
      ...EXTENSION,
      default: false,
      description: 'Recipients can add files, but cannot see other files or their names',
    }),
  },
  result: FolderSharelink,
  errors: ['policy_error', 'root_deleted', 'invalid_date_format'],
})

export const getSharelink = operation({
  name: 'get_sharelink',
  method: 'GET',
  path: '/api/2/sharelinks/{sharelink_id}',
  area,
  summary: 'Get a share link',
  description: 'Identify the link by its ID or hash. The hash of a public link needs no token.',
  auth: 'link',
  params: {
    sharelink_id: Type.String({ maxLength: 64, description: 'The ID or the hash of the link' }),
    include_subscribers: Type.Boolean({ default: false }),
  },
  result: Sharelink,
})

export const updateSharelink = operation({
  name: 'update_sharelink',
  method: 'PUT',
  path: '/api/2/sharelinks/{sharelink_id}',
  area,
  summary: 'Update a share link',
  params: {
    ...one,
    login_required: Type.Optional(Type.Boolean()),
    expires,
    download_limit: NullableCount(),
    download_notify: Type.Optional(Type.Boolean()),
    upload_notify: Type.Optional(
      Type.Boolean({ description: 'Email the creator about uploads; for folders only' }),
    ),
    anon_edit: Type.Optional(Type.Boolean()),
    upload_only: Type.Optional(
      Type.Boolean({
        ...EXTENSION,
        description:
          'Recipients can only add files; for folders only. True also sets `anon_edit`, unless you send it',
      }),
    ),
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
  summary: 'Delete a share link',
  description: 'The link stops working. The shared files stay.',
  params: one,
  result: StatusOk,
})

const access = {
  write_access: Type.Optional(Type.Boolean()),
  delete_access: Type.Optional(Type.Boolean({ description: 'Can delete items; for folders only' })),
  message: Type.Optional(Type.String({ maxLength: 4000 })),
}

export const addSharelinkSubscriber = operation({
  name: 'add_sharelink_subscriber',
  method: 'POST',
  path: '/api/2/sharelinks/{sharelink_id}/subscribers',
  area,
  summary: 'Share a link with someone',
  description: 'Send an email address, or the type and ID of a person, guest or group.',
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
  summary: 'Update a subscriber of a share link',
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

const listed = { person_id: IdOf<PersonId>(), ...SharelinkOrder, ...pageParams }

const to = (what: string) => ({ ...EXTENSION, description: `Only links to ${what}` })

export const listPersonSharelinks = operation({
  name: 'list_person_sharelinks',
  method: 'GET',
  path: '/api/2/person/{person_id}/sharelinks',
  area: 'People',
  summary: 'List the share links of a person',
  params: {
    ...listed,
    root_id: Type.Optional(IdOf<RootId>(to('items of this root'))),
    file_id: Type.Optional(IdOf<EntryId>(to('this file'))),
    folder_id: Type.Optional(IdOf<EntryId>(to('this folder'))),
  },
  result: pageOf(Sharelink),
})

export const listPersonReceivedSharelinks = operation({
  name: 'list_person_received_sharelinks',
  method: 'GET',
  path: '/api/2/person/{person_id}/sharelinks/received',
  area: 'People',
  summary: 'List the share links shared with a person',
  params: listed,
  result: pageOf(Sharelink),
})

export const listGuestShares = operation({
  name: 'list_guest_shares',
  method: 'GET',
  path: '/api/2/guest/{guest_id}/shares',
  area: 'Guests',
  summary: 'List the share links shared with a guest',
  params: { guest_id: IdOf<GuestId>() },
  result: Type.Object({ results: Type.Array(Sharelink) }),
})
