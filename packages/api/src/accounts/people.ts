import { type TSchema, Type } from 'typebox'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { Root } from '../files/files.ts'
import {
  type AuthSourceId,
  type GroupId,
  IdOf,
  type OrganizationId,
  type PersonId,
  type RootId,
} from '../ids.ts'
import { EXTENSION, NullableCount, NullableText, operation } from '../operation.ts'
import { Policy } from '../policy.ts'

/** With `include_state`. */
const state = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { ...EXTENSION, description }))
const withState = {
  include_state: Type.Boolean({ ...EXTENSION, default: false, description: 'Tell how the account signs in' }),
}

export const Person = Type.Object(
  {
    type: Type.Literal('person'),
    id: IdOf<PersonId>(),
    email: Type.String(),
    email_verified: Type.Boolean({ ...EXTENSION }),
    username: Type.String(),
    company_id: IdOf<OrganizationId>(),
    first_name: Type.String(),
    last_name: Type.String(),
    display_name: Type.String(),
    root_id: Type.Union([IdOf<RootId>(), Type.Null()]),
    roots: Type.Array(Root),
    space_quota: Type.Integer({ description: "The account's own, or else that of its organization" }),
    space_quota_formatted: Type.String(),
    space_usage: Type.Integer(),
    space_usage_formatted: Type.String(),
    can_share: Type.Boolean(),
    site_admin: Type.Boolean(),
    system_admin: Type.Boolean(),
    active: Type.Boolean(),
    webdav: Type.Boolean(),
    mobile_phone: Type.Union([Type.String(), Type.Null()]),
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
    two_step_mode: state(Type.String(), 'How the second step of a sign-in is shown; null without one'),
    locked_until: state(Type.String(), 'Until when a sign-in is locked, from some network at least, in UTC'),
    last_login: state(Type.String(), 'When it last signed in, in UTC'),
    auth_source_id: state(IdOf<AuthSourceId>(), 'The directory that knows its password'),
  },
  { title: 'Person' },
)

export const QUOTA_ALERTS = [50, 80, 85, 90, 95, 100] as const
const area = 'People'
const one = { person_id: IdOf<PersonId>() }
const name = Type.String({ maxLength: 255 })
const email = Type.String({ maxLength: 254 })
export const currentPassword = Type.Optional(
  Type.String({ ...EXTENSION, maxLength: 1024, description: 'To set a new one of your own' }),
)
const flag = () => Type.Optional(Type.Boolean())
/** A mail when this percentage of the space is used. */
const alerts = {
  quota_50: flag(),
  quota_80: flag(),
  quota_85: flag(),
  quota_90: flag(),
  quota_95: flag(),
  quota_100: flag(),
}

/** What can be given of an account, at its creation and later. */
const settings = {
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  generate_password: Type.Optional(
    Type.Boolean({ description: 'Mail a link with which the person sets a password' }),
  ),
  pw_expires: Type.Optional(
    Type.Unsafe<number | null>({
      type: 'integer',
      minimum: 1,
      maximum: 8760,
      nullable: true,
      description: 'Hours until a new password must be set; by default never',
    }),
  ),
  webdav: flag(),
  space_quota: NullableCount(),
  mobile_phone: NullableText(40),
  site_admin: flag(),
  system_admin: flag(),
  dept_shares: Type.Optional(Type.Array(IdOf<RootId>())),
  group_ids: Type.Optional(Type.Array(IdOf<GroupId>())),
  ...alerts,
  locale: Type.Optional(Type.String({ maxLength: 20 })),
  timezone: Type.Optional(Type.String({ maxLength: 60 })),
}

export const getOwnPerson = operation({
  name: 'get_own_person',
  method: 'GET',
  path: '/api/2/person',
  area,
  summary: 'Get your own account',
  description: 'Its `root_id` is the root with your personal files, and `roots` are all that you can open.',
  params: withState,
  result: Person,
})

export const getPerson = operation({
  name: 'get_person',
  method: 'GET',
  path: '/api/2/person/{person_id}',
  area,
  summary: 'Get a person',
  description: 'By id, or by e-mail address.',
  params: {
    person_id: Type.String({ maxLength: 254, description: 'The id or the e-mail address' }),
    ...withState,
  },
  result: Person,
})

export const createPerson = operation({
  name: 'create_person',
  method: 'POST',
  path: '/api/2/person/create',
  area,
  summary: 'Create an account',
  description: 'Give a `password`, or `generate_password` to have a link mailed that sets one.',
  params: {
    company_id: IdOf<OrganizationId>(),
    email,
    first_name: name,
    last_name: name,
    ...settings,
    create_root: Type.Boolean({ default: true }),
    send_welcome_email: flag(),
  },
  result: Person,
  errors: ['name_conflict', 'user_limit_exceeded'],
})

export const updatePerson = operation({
  name: 'update_person',
  method: 'POST',
  path: '/api/2/person/{person_id}/update',
  area,
  summary: 'Change an account',
  description:
    'Your own, or as an administrator that of another person. A new `password` of your own needs `current_password` ' +
    'as well, unless this access token came from a sign-in with the password, or from `confirm_password_reset`.',
  params: {
    ...one,
    current_password: currentPassword,
    email: Type.Optional(email),
    first_name: Type.Optional(name),
    last_name: Type.Optional(name),
    ...settings,
    active: Type.Optional(Type.Boolean({ ...EXTENSION, description: 'False disables the account' })),
    pw_force_reset: flag(),
  },
  result: Person,
  errors: ['password_unchanged', 'name_conflict', 'policy_error', 'user_limit_exceeded'],
})

export const verifyEmail = operation({
  name: 'verify_email',
  method: 'POST',
  path: '/api/2/person/{person_id}/email/verify',
  area,
  summary: 'Confirm the address of an account',
  description:
    'Without `token`, mails one to the address: five times a day at most. With it, the account counts as the owner of ' +
    'the address; only the person itself can do so. What other organizations share with the address opens then.',
  ours: true,
  params: { ...one, token: Type.Optional(Type.String({ maxLength: 64, description: 'As it was mailed' })) },
  result: StatusOk,
  errors: ['password_reset_token_expired'],
})

export const deletePerson = operation({
  name: 'delete_person',
  method: 'POST',
  path: '/api/2/person/{person_id}/delete',
  area,
  summary: 'Close an account for good',
  description: 'Its tokens end. Files that are not removed stay with the organization.',
  params: {
    ...one,
    remove_server_files: Type.Boolean({ default: false, description: 'Delete its backups' }),
    remove_user_files: Type.Boolean({ default: false, description: 'Delete its personal files' }),
    remove_dept_files: Type.Boolean({
      default: false,
      description: 'Delete the files that it added to team shares',
    }),
  },
  result: StatusOk,
})

export const createPersonRoot = operation({
  name: 'create_person_root',
  method: 'POST',
  path: '/api/2/person/{person_id}/roots/create',
  area,
  summary: 'Create the root for the personal files of an account, if it has none',
  params: { ...one, webdav: Type.Boolean({ default: false }) },
  result: Root,
})

export const listOrganizationPersons = operation({
  name: 'list_organization_persons',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/persons',
  area: 'Organizations',
  summary: 'List the persons of an organization',
  params: { organization_id: IdOf<OrganizationId>(), ...offsetParams },
  result: offsetOf(Person),
})
