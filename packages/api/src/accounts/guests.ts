import { type Static, Type } from 'typebox'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { type GuestId, IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { currentPassword, Person } from './people.ts'

export const Guest = Type.Object(
  {
    type: Type.Literal('guest'),
    id: IdOf<GuestId>(),
    company_id: IdOf<OrganizationId>(),
    creator_id: Type.Union([IdOf<PersonId>(), Type.Null()]),
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    active: Type.Boolean(),
    created: Type.String(),
  },
  { title: 'Guest' },
)
export type Guest = Static<typeof Guest>

const area = 'Guests'
const one = { guest_id: IdOf<GuestId>() }
const name = Type.String({ maxLength: 255 })
const email = Type.String({ maxLength: 254 })
const passwordFields = {
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  pw_expires: Type.Optional(
    Type.Unsafe<'' | '6' | '12' | '24' | null>({
      type: 'string',
      enum: ['', '6', '12', '24'],
      nullable: true,
      description: 'Hours until the guest must set a new password; empty for never',
    }),
  ),
}

export const getGuest = operation({
  name: 'get_guest',
  method: 'GET',
  path: '/api/2/guest/{guest_id}',
  area,
  summary: 'Get a guest',
  description: 'Identify the guest by ID or email address.',
  params: { guest_id: Type.String({ maxLength: 254, description: 'The ID or the email address' }) },
  result: Guest,
})

export const createGuest = operation({
  name: 'create_guest',
  method: 'POST',
  path: '/api/2/guest/create',
  area,
  summary: 'Create a guest',
  params: {
    company_id: IdOf<OrganizationId>(),
    email,
    first_name: name,
    last_name: name,
    ...passwordFields,
    generate_password: Type.Boolean({ default: false }),
    send_welcome_email: Type.Boolean({ default: false }),
  },
  result: Guest,
  errors: ['name_conflict'],
})

export const updateGuest = operation({
  name: 'update_guest',
  method: 'POST',
  path: '/api/2/guest/{guest_id}/update',
  area,
  summary: 'Update a guest',
  params: {
    ...one,
    current_password: currentPassword,
    email: Type.Optional(email),
    first_name: Type.Optional(name),
    last_name: Type.Optional(name),
    ...passwordFields,
  },
  result: Guest,
  errors: ['name_conflict', 'password_unchanged'],
})

export const deleteGuest = operation({
  name: 'delete_guest',
  method: 'POST',
  path: '/api/2/guest/{guest_id}/delete',
  area,
  summary: 'Delete a guest',
  params: one,
  result: StatusOk,
})

export const convertGuest = operation({
  name: 'convert_guest',
  method: 'POST',
  path: '/api/2/guest/{guest_id}/convert',
  area,
  summary: 'Convert a guest to a full account',
  description: 'The account keeps the email address and the links shared with it.',
  params: one,
  result: Person,
  errors: ['user_limit_exceeded'],
})

export const listOrganizationGuests = operation({
  name: 'list_organization_guests',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/guests',
  area: 'Organizations',
  summary: 'List the guests of an organization',
  params: { organization_id: IdOf<OrganizationId>(), ...offsetParams },
  result: offsetOf(Guest),
})
