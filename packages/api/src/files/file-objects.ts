import { type Static, Type } from 'typebox'
import {
  type EntryId,
  IdOf,
  type OrganizationId,
  type PersonId,
  type RevisionId,
  type RootId,
} from '../ids.ts'
import { EXTENSION } from '../operation.ts'

export const PERMISSIONS = [
  'FILE_VIEW',
  'FILE_READ',
  'FILE_WRITE',
  'FILE_DELETE',
  'FILE_LOCK',
  'FILE_SHARE',
  'FILE_MANAGE',
] as const
/** Parts of FILE_VIEW, FILE_READ and FILE_WRITE, named where someone has the part and not the whole. */
export const LESSER_PERMISSIONS = ['FOLDER_VIEW', 'FILE_PREVIEW', 'FILE_ADD'] as const
export type Permission = (typeof PERMISSIONS)[number] | (typeof LESSER_PERMISSIONS)[number]

const Permissions = Type.Optional(
  Type.Array(Type.Unsafe<Permission>({ type: 'string', enum: [...PERMISSIONS, ...LESSER_PERMISSIONS] })),
)
/** A lock that keeps others from changing an item: on it, or on a folder or root that it is in. */
const LockView = Type.Object(
  {
    type: Type.Literal('lock'),
    person_id: IdOf<PersonId>({ description: 'The person who holds the lock' }),
    name: Type.String({ description: 'The name of that person' }),
    created: Type.String(),
    expires: Type.Union([Type.String(), Type.Null()], {
      description: 'Null if the lock stays until it is unlocked',
    }),
    locked_type: Type.Unsafe<'root' | 'folder' | 'file'>({
      type: 'string',
      enum: ['root', 'folder', 'file'],
    }),
    locked_id: Type.Integer({ description: 'The root, folder or file that was locked' }),
  },
  { title: 'Lock' },
)
export type LockView = Static<typeof LockView>
const Locks = Type.Optional(
  Type.Array(LockView, {
    description: 'The locks that keep others from changing it. Not included with `include_lock_info=false`',
  }),
)

const rootFields = {
  type: Type.Literal('root'),
  id: IdOf<RootId>(),
  name: Type.String(),
  path: Type.Literal('/'),
  is_locked: Type.Boolean(),
  locks: Locks,
  root_type: Type.Unsafe<'sync' | 'share' | 'backup'>({ type: 'string', enum: ['sync', 'share', 'backup'] }),
  space_used: Type.Integer(),
  space_used_formatted: Type.String(),
  revision_space_used: Type.Integer(),
  revision_space_formatted: Type.String(),
  permissions: Permissions,
}
/** A root as it stands among the ancestors of an item: without its children. */
const ListedRoot = Type.Object(rootFields, { title: 'ListedRoot' })

const Ver = Type.Optional(
  Type.Integer({
    ...EXTENSION,
    description: 'The version of the item. Each change increases it by one. Not included for past states',
  }),
)

const folderFields = {
  type: Type.Literal('folder'),
  id: IdOf<EntryId>(),
  root_id: IdOf<RootId>(),
  name: Type.String(),
  path: Type.String(),
  is_deleted: Type.Boolean(),
  ver: Ver,
  is_locked: Type.Boolean(),
  locks: Locks,
  permissions: Permissions,
}
/** A folder as it stands in a list: without its own children. */
export const ListedFolder = Type.Object(folderFields, { title: 'ListedFolder' })
/** The way from the root to an item, in order of increasing depth. */
const Ancestors = Type.Optional(Type.Array(Type.Union([ListedRoot, ListedFolder])))

export const File = Type.Object(
  {
    type: Type.Literal('file'),
    id: IdOf<EntryId>(),
    revision_id: IdOf<RevisionId>(),
    root_id: IdOf<RootId>(),
    name: Type.String(),
    path: Type.String(),
    is_deleted: Type.Boolean(),
    created: Type.String(),
    modified: Type.String(),
    size: Type.Integer(),
    size_formatted: Type.String(),
    ver: Ver,
    is_locked: Type.Boolean(),
    locks: Locks,
    permissions: Permissions,
    ancestors: Ancestors,
  },
  { title: 'File' },
)
export type File = Static<typeof File>

export const Item = Type.Union([File, ListedFolder])
export type Item = Static<typeof Item>

const Children = Type.Optional(Type.Array(Item))
const Hash = Type.Optional(
  Type.String({
    description: 'Changes when the response changes. Send it as `hash` to get 304 if nothing changed',
  }),
)

export const Folder = Type.Object(
  { ...folderFields, ancestors: Ancestors, hash: Hash, children: Children },
  { title: 'Folder' },
)
export type Folder = Static<typeof Folder>

const may = (what: string) => Type.Boolean({ description: `Whether you can ${what}` })
/** What the organizations concerned let someone do in a root. */
const RootRules = Type.Object(
  {
    max_file_size: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The largest file in MB; null if there is no limit',
    }),
    excluded_extensions: Type.String({ description: 'Extensions that are not allowed, as in the policy' }),
    space_left: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Free space in bytes; null if you cannot add or see files',
    }),
    may_roll_back: may('restore folders to an earlier time'),
    may_purge: may('permanently delete deleted items'),
    may_trim: may('remove earlier revisions'),
    may_lock: may('lock items'),
    may_link: may('create share links'),
    links_need_sign_in: Type.Boolean({ description: 'Whether share links must require sign-in' }),
    preview: Type.Boolean({ description: 'Whether files can be viewed in a browser' }),
    edit: Type.Boolean({ description: 'Whether files can be edited in a browser' }),
  },
  { title: 'RootRules' },
)
export type RootRules = Static<typeof RootRules>

export const Root = Type.Object(
  {
    ...rootFields,
    ancestors: Ancestors,
    hash: Hash,
    children: Children,
    rules: Type.Optional(RootRules),
    managers: Type.Optional(
      Type.Array(Type.Object({ id: IdOf<PersonId>(), name: Type.String() }), {
        ...EXTENSION,
        description: 'With `include_managers`: who manages the team share, by name; the first 20',
      }),
    ),
  },
  { title: 'Root' },
)
export type Root = Static<typeof Root>

/** A root as its organization lists it. */
export const OrganizationRoot = Type.Object(
  { ...rootFields, company_id: IdOf<OrganizationId>() },
  { title: 'OrganizationRoot' },
)
