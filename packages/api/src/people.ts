import { Type } from 'typebox'
import { Root } from './files.ts'
import { IdOf, type OrganizationId, type PersonId, type RootId } from './ids.ts'
import { operation } from './operation.ts'
import { Policy } from './policy.ts'

export const Person = Type.Object(
  {
    type: Type.Literal('person'),
    id: IdOf<PersonId>(),
    email: Type.String(),
    username: Type.String(),
    company_id: IdOf<OrganizationId>(),
    first_name: Type.String(),
    last_name: Type.String(),
    display_name: Type.String(),
    root_id: Type.Union([IdOf<RootId>(), Type.Null()]),
    roots: Type.Array(Root),
    space_quota: Type.Union([Type.Integer(), Type.Null()]),
    space_quota_formatted: Type.Union([Type.String(), Type.Null()]),
    space_usage: Type.Integer(),
    space_usage_formatted: Type.String(),
    can_share: Type.Boolean(),
    site_admin: Type.Boolean(),
    system_admin: Type.Boolean(),
    pw_force_reset: Type.Boolean(),
    pw_last_changed: Type.Union([Type.String(), Type.Null()]),
    locale: Type.String(),
    timezone: Type.String(),
    i18n: Type.Object({
      type: Type.Literal('person_i18n'),
      id: IdOf<PersonId>(),
      locale: Type.String(),
      timezone: Type.String(),
    }),
    company_policy: Policy,
  },
  { title: 'Person' },
)

export const getOwnPerson = operation({
  name: 'get_own_person',
  method: 'GET',
  path: '/api/2/person',
  area: 'People',
  summary: 'The person whose token this is',
  result: Person,
})

export const updatePerson = operation({
  name: 'update_person',
  method: 'POST',
  path: '/api/2/person/{person_id}/update',
  area: 'People',
  summary: 'Change the password of an account; other fields follow',
  params: {
    person_id: IdOf<PersonId>(),
    password: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  result: Person,
  errors: ['password_unchanged'],
})
