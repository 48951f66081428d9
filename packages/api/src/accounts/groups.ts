import { type Static, Type } from 'typebox'
import { memberNames, withMemberNames } from '../actor-names.ts'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { type GroupId, IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'

export const Group = Type.Object(
  {
    type: Type.Literal('group'),
    id: IdOf<GroupId>(),
    company_id: IdOf<OrganizationId>(),
    name: Type.String(),
    created: Type.String(),
    active: Type.Boolean({ description: 'False if the group is deleted' }),
  },
  { title: 'Group' },
)
export type Group = Static<typeof Group>

const Persons = () => Type.Array(IdOf<PersonId>())
const Groups = () => Type.Array(IdOf<GroupId>())

export const GroupMembers = Type.Object(
  {
    members: Persons(),
    member_groups: Groups(),
    members_from_group: Type.Optional(Persons()),
    member_groups_from_group: Type.Optional(Groups()),
    ...memberNames,
  },
  { title: 'GroupMembers' },
)
export type GroupMembers = Static<typeof GroupMembers>

const area = 'Groups'
const one = { group_id: IdOf<GroupId>() }
const Name = () => Type.String({ maxLength: 255 })
const lists = {
  members: Type.Optional(Persons()),
  member_groups: Type.Optional(Groups()),
}
const removeFiles = { remove_files: Type.Boolean({ default: false }) }

export const createGroup = operation({
  name: 'create_group',
  method: 'POST',
  path: '/api/2/group/create',
  area,
  summary: 'Create a group',
  params: { name: Name(), company_id: IdOf<OrganizationId>(), ...lists },
  result: Group,
  errors: ['name_conflict'],
})

export const getGroup = operation({
  name: 'get_group',
  method: 'GET',
  path: '/api/2/group/{group_id}',
  area,
  summary: 'Get a group',
  description: 'You can also get deleted groups.',
  params: one,
  result: Group,
})

export const updateGroup = operation({
  name: 'update_group',
  method: 'POST',
  path: '/api/2/group/{group_id}/update',
  area,
  summary: 'Rename a group',
  params: { ...one, name: Type.Optional(Name()) },
  result: Group,
  errors: ['name_conflict'],
})

export const getGroupMembers = operation({
  name: 'get_group_members',
  method: 'GET',
  path: '/api/2/group/{group_id}/members',
  area,
  summary: 'List the members of a group',
  params: { ...one, include_from_group: Type.Boolean({ default: false }), ...withMemberNames },
  result: GroupMembers,
})

export const updateGroupMembers = operation({
  name: 'update_group_members',
  method: 'POST',
  path: '/api/2/group/{group_id}/members/update',
  area,
  summary: 'Set the members of a group',
  description: 'Each list you send replaces the current one. Lists you leave out stay as they are.',
  params: { ...one, ...lists, ...removeFiles },
  result: StatusOk,
})

export const deleteGroup = operation({
  name: 'delete_group',
  method: 'POST',
  path: '/api/2/group/{group_id}/delete',
  area,
  summary: 'Delete a group',
  description: 'Its members keep their accounts.',
  params: { ...one, ...removeFiles },
  result: StatusOk,
})

export const listOrganizationGroups = operation({
  name: 'list_organization_groups',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/groups',
  area: 'Organizations',
  summary: 'List the groups of an organization',
  params: { organization_id: IdOf<OrganizationId>(), ...offsetParams },
  result: offsetOf(Group),
})
