import { type Static, Type } from 'typebox'
import { type AuthSourceId, IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { DirectoryReasonSchema, directorySettings } from './auth-sources.ts'

/** What is tried, in this order. */
export const DIRECTORY_STEPS = [
  'host',
  'connection',
  'certificate',
  'credentials',
  'base_dn',
  'filters',
] as const
export type DirectoryStep = (typeof DIRECTORY_STEPS)[number]

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const DirectoryStepResult = Type.Object(
  {
    step: Type.Unsafe<DirectoryStep>({ type: 'string', enum: DIRECTORY_STEPS }),
    ok: Type.Boolean(),
    reason_code: orNull(DirectoryReasonSchema, 'What is wrong, for programs'),
    detail: orNull(Type.String(), 'What is wrong, in a sentence'),
    persons: orNull(Type.Integer(), 'How many accounts the filter finds'),
    groups: orNull(Type.Integer(), 'How many groups the filter finds'),
    persons_incomplete: orNull(
      Type.Integer(),
      'How many of the accounts an import would skip, as they lack a permanent ID or an email address',
    ),
  },
  { title: 'DirectoryStepResult' },
)
export type DirectoryStepResult = Static<typeof DirectoryStepResult>

export const testAuthSourceSettings = operation({
  name: 'test_auth_source_settings',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/auth_sources/test',
  area: 'Directory servers',
  summary: 'Test settings of a directory server',
  description:
    'Saves nothing, and takes up to 30 seconds. The results list what was tested, up to the first problem: without `login` only the server, without `base_dn` also the login, otherwise also the base and the filters. With `auth_source_id`, the password of that directory server is used if you leave `password` out; its host, port, encryption and certificate must be the same.',
  ours: true,
  params: {
    organization_id: IdOf<OrganizationId>(),
    auth_source_id: Type.Optional(IdOf<AuthSourceId>()),
    host: directorySettings.host,
    login: Type.Optional(directorySettings.login),
    password: Type.Optional(directorySettings.password),
    base_dn: Type.Optional(directorySettings.base_dn),
    port: directorySettings.port,
    ssl: directorySettings.ssl,
    start_tls: directorySettings.start_tls,
    ca_certificate: directorySettings.ca_certificate,
    user_filter: directorySettings.user_filter,
    group_filter: directorySettings.group_filter,
    id_attribute: directorySettings.id_attribute,
    mail_attribute: directorySettings.mail_attribute,
    first_name_attribute: directorySettings.first_name_attribute,
    last_name_attribute: directorySettings.last_name_attribute,
    member_attribute: directorySettings.member_attribute,
    group_name_attribute: directorySettings.group_name_attribute,
  },
  result: Type.Object({
    ok: Type.Boolean(),
    results: Type.Array(DirectoryStepResult),
  }),
  errors: ['policy_error', 'temporarily_unavailable'],
})
