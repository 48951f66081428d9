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
  include_state: Type.Boolean({
    ...EXTENSION,
    default: false,
    description: 'Include how the account signs in',
  }),
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
    space_quota: Type.Integer({
      description: 'The setting of the account, or of its organization if it has none',
    }),
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
    two_step_mode: state(Type.String(), 'The mode of two-step verification; null if it is off'),
    locked_until: state(Type.String(), 'Until when sign-in is locked, at least from some networks, in UTC'),
    last_login: state(Type.String(), 'When the person last signed in, in UTC'),
    auth_source_id: state(IdOf<AuthSourceId>(), 'The directory server that verifies the password'),
  },
  { title: 'Person' },
)

export const QUOTA_ALERTS = [50, 80, 85, 90, 95, 100] as const
const area = 'People'
const one = { person_id: IdOf<PersonId>() }
const name = Type.String({ maxLength: 255 })
const email = Type.String({ maxLength: 254 })
export const currentPassword = Type.Optional(
  Type.String({ ...EXTENSION, maxLength: 1024, description: 'Your current password, to set a new one' }),
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
  generate_password: Type.Optional(Type.Boolean({ description: 'Email a link to set a password' })),
  pw_expires: Type.Optional(
    Type.Unsafe<number | null>({
      type: 'integer',
      minimum: 1,
      maximum: 8760,
      nullable: true,
      description: 'Hours until the person must set a new password; never by default',
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
  description: '`root_id` is the root with your personal files, and `roots` lists all roots you can open.',
  params: withState,
  result: Person,
})

export const getPerson = operation({
  name: 'get_person',
  method: 'GET',
  path: '/api/2/person/{person_id}',
  area,
  summary: 'Get a person',
  description: 'Identify the person by ID or email address.',
  params: {
    person_id: Type.String({ maxLength: 254, description: 'The ID or the email address' }),
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
  description: 'Send `password`, or `generate_password` to email a link to set one.',
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
  summary: 'Update an account',
  description:
    'Your own account, or another one if you are an administrator. To change your own `password`, also send `current_password`, ' +
    'unless the access token comes from a sign-in with the password or from `confirm_password_reset`.',
  params: {
    ...one,
    current_password: currentPassword,
    end_app_passwords: Type.Optional(
      Type.Boolean({
        ...EXTENSION,
        description: 'With a new password of your own: also end your app passwords',
      }),
    ),
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
  summary: 'Confirm the email address of an account',
  description:
    'Without `token`, emails one to the address, up to five times a day. With it, the account is confirmed as the owner of ' +
    'the address and can open what other organizations share with it. Only for your own account.',
  ours: true,
  params: {
    ...one,
    token: Type.Optional(Type.String({ maxLength: 64, description: 'The token from the email' })),
  },
  result: StatusOk,
  errors: ['password_reset_token_expired'],
})

export const deletePerson = operation({
  name: 'delete_person',
  method: 'POST',
  path: '/api/2/person/{person_id}/delete',
  area,
  summary: 'Delete an account',
  description: 'Its tokens are revoked. Files that are not deleted stay with the organization.',
  params: {
    ...one,
    remove_server_files: Type.Boolean({ default: false, description: 'Delete the backups of the account' }),
    remove_user_files: Type.Boolean({
      default: false,
      description: 'Delete the personal files of the account',
    }),
    remove_dept_files: Type.Boolean({
      default: false,
      description: 'Delete the files that the account added to team shares',
    }),
  },
  result: StatusOk,
})

export const createPersonRoot = operation({
  name: 'create_person_root',
  method: 'POST',
  path: '/api/2/person/{person_id}/roots/create',
  area,
  summary: 'Create a root for the personal files of an account',
  description: 'Has no effect if the account already has one.',
  params: { ...one, webdav: Type.Boolean({ default: false }) },
  result: Root,
})

export const listOrganizationPersons = operation({
  name: 'list_organization_persons',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/persons',
  area: 'Organizations',
  summary: 'List the people of an organization',
  params: { organization_id: IdOf<OrganizationId>(), ...offsetParams },
  result: offsetOf(Person),
})
