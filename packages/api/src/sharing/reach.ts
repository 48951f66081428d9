import { type Static, Type } from 'typebox'
import { pageOf, pageParams } from '../envelopes.ts'
import { OrganizationRoot } from '../files/file-objects.ts'
import { LESSER_PERMISSIONS, PERMISSIONS, type Permission } from '../files/files.ts'
import {
  type EntryId,
  FolderRef,
  type GroupId,
  IdOf,
  type MachineId,
  type OrganizationId,
  type PersonId,
  type RootId,
  type SharelinkId,
} from '../ids.ts'
import { operation } from '../operation.ts'
import { GROUP_TARGETS, PERSON_TARGETS, ROLES, type Role } from './shares.ts'

/** How someone can come to something. */
export const WAYS = ['owner', 'subscription', 'group', 'external', 'link', 'administrator'] as const
export type WayName = (typeof WAYS)[number]
export const WHO_TYPES = ['person', 'guest', 'group', 'email', 'anyone'] as const
export type WhoType = (typeof WHO_TYPES)[number]

/** More ways of one and the same are counted, not shown. */
export const MOST_WAYS = 100

const Permissions = Type.Array(
  Type.Unsafe<Permission>({ type: 'string', enum: [...PERMISSIONS, ...LESSER_PERMISSIONS] }),
)
const nameOf = (what: string) => Type.String({ description: what })
const RoleField = Type.Unsafe<Role>({ type: 'string', enum: ROLES })
type Target = MachineId | (typeof PERSON_TARGETS)[number] | (typeof GROUP_TARGETS)[number]

const Way = Type.Object(
  {
    way: Type.Unsafe<WayName>({ type: 'string', enum: WAYS }),
    permissions: Permissions,
    role: Type.Optional(RoleField),
    target: Type.Optional(
      Type.Unsafe<Target>({
        anyOf: [
          { type: 'integer' },
          { type: 'string', enum: [...new Set([...PERSON_TARGETS, ...GROUP_TARGETS])] },
        ],
      }),
    ),
    groups: Type.Optional(
      Type.Array(Type.Object({ id: IdOf<GroupId>(), name: Type.String() }), {
        description:
          'The shortest chain of groups, from the group of the person to the group that is a member',
      }),
    ),
    sharelink_id: Type.Optional(IdOf<SharelinkId>()),
    creator_name: Type.Optional(nameOf('Who created the link')),
    path: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'The shared item; null for administrators who cannot see files',
      }),
    ),
    expires: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    login_required: Type.Optional(Type.Boolean()),
    has_password: Type.Optional(Type.Boolean()),
    company_id: Type.Optional(IdOf<OrganizationId>({ description: 'The organization that they administer' })),
    company_name: Type.Optional(Type.String()),
  },
  { title: 'Way' },
)
export type Way = Static<typeof Way>

export const Reach = Type.Object(
  {
    type: Type.Literal('reach'),
    who_type: Type.Unsafe<WhoType>({ type: 'string', enum: WHO_TYPES }),
    who: Type.Union(
      [
        Type.Object({
          id: Type.Union([Type.Integer(), Type.Null()]),
          name: Type.String(),
          email: Type.Union([Type.String(), Type.Null()]),
        }),
        Type.Null(),
      ],
      { description: 'Null for `anyone`: anyone with a public link' },
    ),
    permissions: Permissions,
    ways: Type.Array(Way, { description: `How they have access; the first ${MOST_WAYS}` }),
    ways_total: Type.Integer(),
  },
  { title: 'Reach' },
)
export type Reach = Static<typeof Reach>

const asked = {
  root_id: IdOf<RootId>(),
  ...pageParams,
  person_id: Type.Optional(IdOf<PersonId>({ description: 'Only this person or guest' })),
}
const described = { method: 'GET', result: pageOf(Reach), ours: true } as const

export const getRootReach = operation({
  ...described,
  name: 'get_root_reach',
  area: 'Roots',
  path: '/api/2/files/{root_id}/reach',
  summary: 'List who has access to a root',
  description: 'Includes how each of them has access.',
  params: asked,
  errors: ['root_deleted'],
})

export const getFileReach = operation({
  ...described,
  name: 'get_file_reach',
  area: 'Files',
  path: '/api/2/files/{root_id}/{file_id}/reach',
  summary: 'List who has access to a file',
  description: 'Includes how each of them has access.',
  params: { ...asked, file_id: IdOf<EntryId>() },
  errors: ['root_deleted'],
})

export const getFolderReach = operation({
  ...described,
  name: 'get_folder_reach',
  area: 'Folders',
  path: '/api/2/files/{root_id}/folder/{folder_id}/reach',
  summary: 'List who has access to a folder',
  description: 'Includes how each of them has access.',
  params: { ...asked, folder_id: FolderRef({ description: '0 is the top level of the root' }) },
  errors: ['root_deleted'],
})

const PersonShare = Type.Object(
  {
    type: Type.Literal('person_share'),
    root: OrganizationRoot,
    company_name: nameOf('The organization that owns the share'),
    roles: Type.Array(RoleField),
    permissions: Permissions,
    ways: Type.Array(Way, { description: `How they have access; the first ${MOST_WAYS}` }),
    ways_total: Type.Integer(),
    may_manage: Type.Boolean({ description: 'Whether you can rename the share and change its members' }),
    may_delete: Type.Boolean({ description: 'Whether you can delete the share' }),
  },
  { title: 'PersonShare' },
)
export type PersonShare = Static<typeof PersonShare>

export const listPersonShares = operation({
  name: 'list_person_shares',
  method: 'GET',
  path: '/api/2/person/{person_id}/shares',
  area: 'People',
  summary: 'List the team shares of a person',
  description: 'Includes the roles and where they come from.',
  params: { person_id: IdOf<PersonId>(), ...pageParams },
  result: pageOf(PersonShare),
  ours: true,
})
