import { type Static, type TUnsafe, Type } from 'typebox'
import { memberNames, withMemberNames } from '../actor-names.ts'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { OrganizationRoot } from '../files/file-objects.ts'
import {
  type GroupId,
  IdOf,
  type MachineId,
  type OrganizationId,
  type PersonId,
  type RootId,
} from '../ids.ts'
import { EXTENSION, NameField, NullableText, operation } from '../operation.ts'

/** What someone may do in a team share, most first. */
export const ROLES = [
  'CO_OWNER',
  'COLLABORATOR',
  'EDITOR',
  'WEB_EDITOR',
  'VIEWER',
  'PREVIEWER',
  'UPLOADER',
] as const
export type Role = (typeof ROLES)[number]

/** Where the files of a share go, beside one machine: every machine of a person, later ones, none, or WebDAV. */
export const PERSON_TARGETS = ['all', 'future', 'web', 'webdav'] as const
export const GROUP_TARGETS = ['web', 'webdav', 'machines'] as const

export type PersonSubscription = [PersonId, MachineId | (typeof PERSON_TARGETS)[number], Role]
export type GroupSubscription = [GroupId, (typeof GROUP_TARGETS)[number], Role]
/** The address alone stands for a COLLABORATOR. */
export type ExternalSubscription = string | [string] | [string, Role]

export const INVITATION_STATUSES = ['invited', 'accepted', 'declined'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

const Share = Type.Object(
  {
    ...OrganizationRoot.properties,
    description: Type.String(),
    auto_lock: Type.Boolean({ description: 'Whether devices lock files while someone edits them' }),
    notify: Type.Boolean({ description: 'Whether members are notified of changes' }),
  },
  { title: 'Share' },
)
export type Share = Static<typeof Share>

/** What is wrong with a tuple is for the operation to say: it can tell which one. */
const tuples = <T>(most: number, description: string): TUnsafe<T[]> =>
  Type.Unsafe<T[]>({
    type: 'array',
    maxItems: most,
    items: { type: 'array', items: { type: 'string' } },
    description,
  })
const shown = <T>(description: string): TUnsafe<T[]> =>
  Type.Unsafe<T[]>({ type: 'array', items: { type: 'array', items: {} }, description })

const PERSONS = `[person_id, machine_id or ${PERSON_TARGETS.join(', ')}, role]`
const GROUPS = `[group_id, one of ${GROUP_TARGETS.join(', ')}, role]`
const lists = {
  subscribers: Type.Optional(
    tuples<PersonSubscription>(5000, `JSON list of ${PERSONS}; replaces the current list`),
  ),
  group_subscribers: Type.Optional(
    tuples<GroupSubscription>(1000, `JSON list of ${GROUPS}; replaces the current list`),
  ),
  external_subscribers: Type.Optional(
    tuples<ExternalSubscription>(
      500,
      'JSON list of email addresses, or of [email, role], of people in other organizations; replaces the current list',
    ),
  ),
}

export const Subscribers = Type.Object(
  {
    external_subscribers: Type.Unsafe<Record<string, InvitationStatus>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'By email address: invited, accepted or declined',
    }),
    from_group: shown<PersonSubscription | [PersonId, GroupSubscription[1], Role]>(
      'With `include_from_group`: [person_id, target, role] of the members of the groups',
    ),
    group_subscribers: shown<GroupSubscription>(GROUPS),
    subscribers: shown<PersonSubscription>(PERSONS),
    external_roles: Type.Optional(
      Type.Unsafe<Record<string, Role>>({
        ...EXTENSION,
        type: 'object',
        additionalProperties: { type: 'string', enum: ROLES },
        description: 'With `include_names`: by email address, the role of the invitation',
      }),
    ),
    ...memberNames,
  },
  { title: 'Subscribers' },
)
export type Subscribers = Static<typeof Subscribers>

const area = 'Organization shares'
const one = { organization_id: IdOf<OrganizationId>(), root_id: IdOf<RootId>() }
const removeFiles = Type.Boolean({ default: false })

export const createShare = operation({
  name: 'create_share',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/shares/create',
  area,
  summary: 'Create a team share',
  params: {
    organization_id: IdOf<OrganizationId>(),
    name: NameField(),
    description: Type.String({ maxLength: 1000, default: '' }),
    auto_lock: Type.Boolean({ default: false }),
    notify: Type.Boolean({ default: true }),
    ...lists,
  },
  result: Share,
  errors: ['invalid_name', 'name_too_long'],
})

export const getShare = operation({
  name: 'get_share',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/share/{root_id}',
  area,
  summary: 'Get a team share',
  params: one,
  result: Share,
  errors: ['root_deleted'],
})

export const updateShare = operation({
  name: 'update_share',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/share/{root_id}/update',
  area,
  summary: 'Update a team share, or move it to another organization',
  params: {
    ...one,
    company_id: Type.Optional(IdOf<OrganizationId>({ description: 'The organization to move it to' })),
    name: Type.Optional(NameField()),
    description: NullableText(1000),
    auto_lock: Type.Optional(Type.Boolean()),
    notify: Type.Optional(Type.Boolean()),
  },
  result: Share,
  errors: ['invalid_name', 'name_too_long', 'policy_error', 'root_deleted'],
})

export const getShareSubscribers = operation({
  name: 'get_share_subscribers',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/share/{root_id}/subscribers',
  area,
  summary: 'List the members of a team share',
  params: { ...one, include_from_group: Type.Boolean({ default: false }), ...withMemberNames },
  result: Subscribers,
  errors: ['root_deleted'],
})

export const updateShareSubscribers = operation({
  name: 'update_share_subscribers',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/share/{root_id}/subscribers/update',
  area,
  summary: 'Set the members of a team share',
  description: 'Each list you send replaces the current one. Lists you leave out stay as they are.',
  params: { ...one, ...lists, remove_files: removeFiles },
  result: StatusOk,
  errors: ['root_deleted'],
})

export const deleteShare = operation({
  name: 'delete_share',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/share/{root_id}/delete',
  area,
  summary: 'Delete a team share and everything in it',
  params: { ...one, remove_files: removeFiles },
  result: StatusOk,
  errors: ['root_deleted'],
})

export const Invitation = Type.Object(
  {
    type: Type.Literal('invitation'),
    root_id: IdOf<RootId>(),
    name: Type.String({ description: 'The name of the share' }),
    company_id: IdOf<OrganizationId>({ description: 'The organization that owns the share' }),
    company_name: Type.String(),
    role: Type.Unsafe<Role>({ type: 'string', enum: ROLES }),
    status: Type.Unsafe<InvitationStatus>({ type: 'string', enum: INVITATION_STATUSES }),
    invited_by: Type.String(),
    invited: Type.String(),
    answered: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

const ofPerson = { person_id: IdOf<PersonId>() }

export const listInvitations = operation({
  name: 'list_invitations',
  method: 'GET',
  path: '/api/2/person/{person_id}/invitations',
  area: 'People',
  summary: 'List the team share invitations of a person',
  description: 'Invitations to team shares of other organizations, including accepted and declined ones.',
  ours: true,
  params: { ...ofPerson, ...offsetParams },
  result: offsetOf(Invitation),
})

const answer = (verb: 'accept' | 'decline', summary: string) =>
  operation({
    name: `${verb}_invitation`,
    method: 'POST',
    path: `/api/2/person/{person_id}/invitations/{root_id}/${verb}`,
    area: 'People',
    summary,
    ours: true,
    params: { ...ofPerson, root_id: IdOf<RootId>() },
    result: Invitation,
    errors: ['root_deleted'],
  })
export const acceptInvitation = answer('accept', 'Accept an invitation to a team share')
export const declineInvitation = answer(
  'decline',
  'Decline an invitation to a team share, or leave the share',
)
